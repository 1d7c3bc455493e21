import { SegmentedControl, Stack, Text } from '@mantine/core';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import {
  CASH_NOTES_CHARS_MAX,
  type CashDrawer,
  expectedCashMinor,
  newCashCountSchema,
} from '../../../domain/sales/cash-count.ts';
import { browserWords } from '../../../domain/device.ts';
import { dayKey, isDayKey } from '../../../domain/time.ts';
import { saved } from '../../parts/form/save.ts';
import { sumOf } from '../../parts/form/typed-number.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { DRAWER_WORDS, differenceText } from './drawer-words.ts';
import { ReportReach } from './report-reach.tsx';
import type { ReportShop } from './report-shop.ts';
import { useCashExpected } from './use-cash-expected.ts';
import { shownMoney } from '../../ui/shown-money.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

const DRAWERS = (['device', 'shop'] as const).map((value) => ({ value, label: DRAWER_WORDS[value] }));

const EMPTY = { openingMinor: '', countedMinor: '', notes: '' };
const formSchema = v.pipe(
  v.custom<typeof EMPTY>((input) => typeof input === 'object' && input !== null),
  v.forward(
    v.check(({ countedMinor }) => countedMinor.trim() !== '', 'Enter how much cash you counted'),
    ['countedMinor'],
  ),
  v.transform(({ openingMinor, countedMinor, notes }) => ({
    // A blank opening amount means that the drawer was empty.
    openingMinor: openingMinor.trim() === '' ? 0 : sumOf(openingMinor),
    countedMinor: sumOf(countedMinor),
    notes: notes.trim() === '' ? null : notes,
  })),
  v.pick(newCashCountSchema, ['openingMinor', 'countedMinor', 'notes']),
);

/** The form of a cash count, with the expected cash as this device knows it now (G28). */
export function CountCashDialog({ shop, onClose }: { shop: ReportShop; onClose: () => void }) {
  const [day, setDay] = useState(() => dayKey(Date.now(), shop.timeZone));
  const [drawer, setDrawer] = useState<CashDrawer>('device');
  return (
    <CountCashForm shop={shop} day={day} drawer={drawer} onClose={onClose}>
      <TextField
        label="Day"
        type="date"
        value={day}
        onChange={(event) => isDayKey(event.currentTarget.value) && setDay(event.currentTarget.value)}
      />
      <SegmentedControl fullWidth aria-label="Cash of" data={DRAWERS} value={drawer} onChange={setDrawer} />
      {drawer === 'device' && (
        <Text size="sm" c="dimmed">
          What was sold and paid on this device, since it was last signed in on.
        </Text>
      )}
    </CountCashForm>
  );
}

interface CountCashFormProps {
  shop: ReportShop;
  day: string;
  drawer: CashDrawer;
  onClose: () => void;
  /** The fields above the amounts. */
  children: ReactNode;
}

function CountCashForm({ shop, day, drawer, onClose, children }: CountCashFormProps) {
  const { run } = useReplica();
  const { currency } = shop;
  const saving = useOneAtATime();
  const moved = useCashExpected(day, drawer, shop);
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY,
    schema: formSchema,
    onSubmit: (count) =>
      saving.start(async () => {
        if (moved === undefined) return;
        const result = await saved(
          run(
            'cash.count',
            ({ mintId }) => ({
              ...{ id: mintId(), day, drawer, deviceName: browserWords(navigator.userAgent), currency },
              ...{ ...count, expectedMinor: expectedCashMinor(count.openingMinor, moved) },
            }),
            saving.act,
          ),
        );
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Failed to save the count. Please try again.', result.reason);
        }
        showSuccess('Cash counted', 'The count has been saved successfully');
        onClose();
        return SPENT;
      }),
  });
  const money = (minor: number) => shownMoney(minor, currency);
  const read = v.safeParse(formSchema, form.values);
  const openingMinor = form.values.openingMinor.trim() === '' ? 0 : knownSum(form.values.openingMinor);
  const expectedMinor = moved && expectedCashMinor(openingMinor, moved);
  return (
    <FormDialog title="Count Cash" isDirty={form.isDirty()} onClose={onClose}>
      {(close) => (
        <Stack>
          {children}
          <form {...formProps}>
            <Stack>
              <TextField
                label="Cash at the start"
                description={`Change that was in the drawer before the first sale, in ${currency}. Optional.`}
                {...AMOUNT_INPUT}
                {...form.getInputProps('openingMinor')}
              />
              <Facts>
                <Fact name="Cash taken">{moved && money(moved.takenMinor)}</Fact>
                <Fact name="Given back">{moved && money(moved.returnedMinor)}</Fact>
                {moved && moved.toGiveBackMinor > 0 && <Fact name="To give back">{money(moved.toGiveBackMinor)}</Fact>}
                <Fact name="Expected">{expectedMinor !== undefined && money(expectedMinor)}</Fact>
              </Facts>
              <TextField
                label="Counted cash"
                description={`In ${currency}.`}
                {...AMOUNT_INPUT}
                {...form.getInputProps('countedMinor')}
              />
              <Text aria-live="polite" fw={600}>
                Difference:{' '}
                {read.success && expectedMinor !== undefined
                  ? differenceText(read.output.countedMinor - expectedMinor, money)
                  : '-'}
              </Text>
              <TextArea
                label="Notes"
                description="Optional. Cash that left the drawer for something else, for example."
                maxLength={CASH_NOTES_CHARS_MAX}
                {...form.getInputProps('notes')}
              />
              <ReportReach timeZone={shop.timeZone} />
              <DialogButtons
                submitLabel="Save count"
                onCancel={close}
                isBusy={saving.isBusy}
                isSubmitDisabled={moved === undefined}
              />
            </Stack>
          </form>
        </Stack>
      )}
    </FormDialog>
  );
}

/** Returns the typed sum; 0 if it cannot be read. */
function knownSum(text: string): number {
  const sum = sumOf(text);
  return Number.isSafeInteger(sum) && sum > 0 ? sum : 0;
}

const AMOUNT_INPUT = {
  inputMode: 'decimal',
  autoComplete: 'off',
  enterKeyHint: 'done',
  maxLength: NUMBER_CHARS_MAX,
} as const;
