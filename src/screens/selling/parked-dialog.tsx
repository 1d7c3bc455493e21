import { Button, Card, Group, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { PARKED_NAME_CHARS_MAX, type ParkedSale } from '../../platform/draft/parked-sales.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { counterAmount } from '../../ui/counter-amount.ts';
import { paidForIt } from './paid-for-it.ts';
import { readKeptDraft } from './sale-draft.ts';

interface ParkDialogProps {
  isBusy: boolean;
  onPark: (name: string) => void;
  onClose: () => void;
}

/** Parks the basket, with an optional name (R-CTR-40). */
export function ParkDialog({ isBusy, onPark, onClose }: ParkDialogProps) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onPark(name.trim());
  };
  return (
    <FormDialog title="Park sale" isDirty={name.trim() !== ''} onClose={onClose}>
      {() => (
        <form noValidate onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name"
              description="Optional, so that you find it again: a table, a customer."
              data-autofocus
              maxLength={PARKED_NAME_CHARS_MAX}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="lg" loading={isBusy}>
              Park sale
            </Button>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

interface ParkedListProps {
  parked: readonly ParkedSale[];
  zone: string;
  isBusy: boolean;
  onResume: (sale: ParkedSale) => void;
  onDiscard: (sale: ParkedSale) => void;
  onClose: () => void;
}

function discardWords({ draft, currency }: ParkedSale): string {
  const paid = paidForIt(readKeptDraft(draft), currency);
  return ['Nothing of it was sold.', paid, 'It cannot be brought back.']
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The sales parked on this device, the oldest first. */
export function ParkedList({ parked, zone, isBusy, onResume, onDiscard, onClose }: ParkedListProps) {
  const [asked, setAsked] = useState<ParkedSale | null>(null);
  return (
    <Modal opened onClose={onClose} title="Parked sales">
      {parked.length === 0 ? (
        <Text>No sale is parked on this device.</Text>
      ) : (
        <Text mb="sm">Tap a sale to go on with it.</Text>
      )}
      <Stack gap="sm" component="ul" className="k-plain-list">
        {parked.map((sale) => (
          <Card key={sale.key} component="li" padding="sm">
            <UnstyledButton className="k-parked" disabled={isBusy} onClick={() => onResume(sale)}>
              <Group justify="space-between" gap="xs">
                <Text component="span" fw={600} className="k-breakable">
                  {sale.name === '' ? formatDateTime(sale.parkedAtMs, zone) : sale.name}
                </Text>
                {sale.totalMinor !== null && (
                  <Text component="span" fw={700} className="k-figures k-unshrunk">
                    {counterAmount(sale.totalMinor, sale.currency)}
                  </Text>
                )}
              </Group>
              <Text component="span" size="sm" c="dimmed" lineClamp={2}>
                {sale.summary}
              </Text>
            </UnstyledButton>
            <Group justify="flex-end">
              <Button variant="subtle" color="gray" px="xs" onClick={() => setAsked(sale)}>
                Discard
              </Button>
            </Group>
          </Card>
        ))}
      </Stack>
      <ConfirmDialog
        opened={asked !== null}
        title="Discard this parked sale?"
        message={asked === null ? '' : discardWords(asked)}
        confirmLabel="Discard"
        cancelLabel="Keep"
        isDestructive
        onConfirm={() => {
          if (asked !== null) onDiscard(asked);
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    </Modal>
  );
}
