import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useRef, useState } from 'react';
import { CANCEL_REASON_CHARS_MAX, type Sale } from '../../../domain/sales/sale.ts';
import { cancelRefundsOf } from '../../../domain/sales/sale-payment.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { TextArea } from '../../ui/form/text-area.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { shownMoney } from '../../ui/shown-money.ts';

/**
 * Asks for the reason, then cancels the sale (R-SDET-30 to R-SDET-39, C-058, C-060). The screen below updates itself.
 */
export function CancelSaleDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { run } = useReplica();
  const cancelling = useOneAtATime();
  const [reason, setReason] = useState('');
  const [isGivenBack, setGivenBack] = useState(true);
  // After a save of unknown outcome the sale may be cancelled already. The next try says the same (SYN-1).
  const [unsureSale, setUnsureSale] = useState<Sale | null>(null);
  const paidSale = unsureSale ?? sale;
  const paidMinor = cancelRefundsOf(paidSale, () => 0).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const cancel = () =>
    cancelling.start(async () => {
      if (reason.trim() === '') {
        setReasonMissing(true);
        field.current?.focus();
        return showFailure('Reason required', 'Please provide a reason for cancellation.');
      }
      const result = await saved(
        run(
          'sale.cancel',
          ({ mintId }) => ({ id: sale.id, reason, refunds: isGivenBack ? cancelRefundsOf(paidSale, mintId) : [] }),
          cancelling.act,
        ),
      );
      if (!result.ok) {
        if (result.mayBeSaved) setUnsureSale(paidSale);
        return showFailure('Failed to cancel sale', result.reason);
      }
      showSuccess(
        'Sale cancelled',
        paidMinor > 0 && !isGivenBack
          ? 'The money is to be given back: Settle refund, once that is done.'
          : 'The sale was successfully cancelled.',
      );
      onClose();
      return SPENT;
    });

  return (
    <FormDialog
      title="Cancel this sale?"
      isDirty={reason !== ''}
      isBusy={cancelling.isBusy}
      stayLabel="Stay"
      onClose={onClose}
    >
      {(close) => (
        <Stack>
          <Text>This action cannot be undone</Text>
          <TextArea
            ref={field}
            data-autofocus
            label="Reason"
            description={
              reason === ''
                ? `Needed: whoever reads the book asks why. At most ${CANCEL_REASON_CHARS_MAX} characters.`
                : `${reason.length} of ${CANCEL_REASON_CHARS_MAX} characters`
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={CANCEL_REASON_CHARS_MAX}
            value={reason}
            error={isReasonMissing}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setReasonMissing(false);
            }}
          />
          {paidMinor > 0 && (
            <Radio.Group
              label="Was the money given back?"
              description={`${shownMoney(paidMinor, sale.currency)} was paid for it.`}
              value={isGivenBack ? 'yes' : 'notYet'}
              onChange={(value) => setGivenBack(value === 'yes')}
            >
              <Group gap="xl">
                <Radio value="yes" size="md" label="Yes" classNames={{ body: 'k-radio', label: 'k-radio-label' }} />
                <Radio
                  value="notYet"
                  size="md"
                  label="Not yet"
                  classNames={{ body: 'k-radio', label: 'k-radio-label' }}
                />
              </Group>
            </Radio.Group>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} disabled={cancelling.isBusy}>
              Keep sale
            </Button>
            <Button color="red.9" onClick={cancel} disabled={reason === ''} loading={cancelling.isBusy}>
              Cancel sale
            </Button>
          </Group>
        </Stack>
      )}
    </FormDialog>
  );
}
