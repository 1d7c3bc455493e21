import { SegmentedControl, Stack, Text } from '@mantine/core';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import {
  CASH_NOTES_CHARS_MAX,
  type CashDrawer,
  type CashMoved,
  expectedCashMinor,
  newCashCountSchema,
} from '../../../domain/sales/cash-count.ts';
import { browserWords } from '../../../domain/device.ts';
import { dayKey, dayRange, FIRST_DAY, isPlausibleDay } from '../../../domain/time.ts';
import { saved } from '../../parts/form/save.ts';
import { sumOf } from '../../parts/form/typed-number.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { DRAWER_WORDS, differenceText } from './drawer-words.ts';
import { ReportReach } from './report-reach.tsx';
import type { ReportShop } from './report-shop.ts';
import { useCashExpected } from './use-cash-expected.ts';
import { shownMoney } from '../../ui/shown-money.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

const DRAWERS = (['device', 'shop'] as const).map((value) => ({ value, label: DRAWER_WORDS[value] }));

const EMPTY = { openingMinor: '', countedMinor: '', notes: '' };

/** Returns what is wrong with the typed day; null if it is a day that has begun. */
function dayProblem(day: string, todayKey: string): string | null {
  if (!isPlausibleDay(day)) return 'Enter a date';
  return day > todayKey ? 'This day has not begun yet' : null;
}

const formSchemaOf = (todayKey: string) =>
  v.pipe(
    v.custom<typeof EMPTY & { day: string }>((input) => typeof input === 'object' && input !== null),
    v.forward(
      v.check(
        ({ day }) => dayProblem(day, todayKey) === null,
        ({ input }) => dayProblem(input.day, todayKey) ?? '',
      ),
      ['day'],
    ),
    v.forward(
      v.check(({ countedMinor }) => countedMinor.trim() !== '', 'Enter how much cash you counted'),
      ['countedMinor'],
    ),
    v.transform(({ day, openingMinor, countedMinor, notes }) => ({
      day,
      // A blank opening amount means that the drawer was empty.
      openingMinor: openingMinor.trim() === '' ? 0 : sumOf(openingMinor),
      countedMinor: sumOf(countedMinor),
      notes: notes.trim() === '' ? null : notes,
    })),
    v.pick(newCashCountSchema, ['day', 'openingMinor', 'countedMinor', 'notes']),
  );

/** The form of a cash count, with the expected cash as this device knows it now (G28). */
export function CountCashDialog({ shop, onClose }: { shop: ReportShop; onClose: () => void }) {
  const { currency, timeZone } = shop;
  const [drawer, setDrawer] = useState<CashDrawer>('device');
  const { form, formProps, todayKey, isDay, moved, counted, isBusy } = useCountForm(shop, drawer, onClose);
  const money = (minor: number) => shownMoney(minor, currency);
  const { day, openingMinor } = form.values;
  const expectedMinor = moved && expectedCashMinor(openingMinor.trim() === '' ? 0 : knownSum(openingMinor), moved);
  return (
    <FormDialog title="Count Cash" isDirty={form.isDirty()} isBusy={isBusy} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <DateField
              label="Day"
              min={FIRST_DAY}
              max={todayKey}
              {...form.getInputProps('day')}
              value={day}
              // A date that is still being typed is no error before the form is saved.
              error={form.errors['day'] ?? (isPlausibleDay(day) ? dayProblem(day, todayKey) : null)}
            />
            <SegmentedControl fullWidth aria-label="Cash of" data={DRAWERS} value={drawer} onChange={setDrawer} />
            {drawer === 'device' && (
              <Text size="sm" c="dimmed">
                What was sold and paid on this device, since it was last signed in on.
              </Text>
            )}
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
              {counted !== null && expectedMinor !== undefined
                ? differenceText(counted.countedMinor - expectedMinor, money)
                : '-'}
            </Text>
            <TextArea
              label="Notes"
              description="Optional. Cash that left the drawer for something else, for example."
              maxLength={CASH_NOTES_CHARS_MAX}
              {...form.getInputProps('notes')}
            />
            <ReportReach timeZone={timeZone} />
            <DialogButtons
              submitLabel="Save count"
              onCancel={close}
              isBusy={isBusy}
              isSubmitDisabled={isDay && moved === undefined}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

function useCountForm(shop: ReportShop, drawer: CashDrawer, onClose: () => void) {
  const { run } = useReplica();
  const { currency, timeZone } = shop;
  const saving = useOneAtATime();
  // After a save of unknown outcome the next try says the same, also if cash has moved meanwhile (SYN-1).
  const unsure = useRef<{ day: string; drawer: CashDrawer; moved: CashMoved }>(null);
  const todayKey = dayKey(
    useNow((atMs) => dayRange(atMs, timeZone).toMs),
    timeZone,
  );
  const schema = useMemo(() => formSchemaOf(todayKey), [todayKey]);
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: { ...EMPTY, day: todayKey },
    schema,
    onSubmit: (count) =>
      saving.start(async () => {
        const isSame = unsure.current?.day === count.day && unsure.current.drawer === drawer;
        const counting = isSame ? unsure.current?.moved : moved;
        if (counting === undefined) return;
        const result = await saved(
          run(
            'cash.count',
            ({ mintId }) => ({
              ...{ id: mintId(), drawer, deviceName: browserWords(navigator.userAgent), currency },
              ...{ ...count, expectedMinor: expectedCashMinor(count.openingMinor, counting) },
            }),
            saving.act,
          ),
        );
        if (!result.ok) {
          if (result.mayBeSaved) unsure.current = { day: count.day, drawer, moved: counting };
          showErrors(result.issues);
          return showFailure('Failed to save the count. Please try again.', result.reason);
        }
        showSuccess('Cash counted', 'The count has been saved successfully');
        onClose();
        return SPENT;
      }),
  });
  const isDay = dayProblem(form.values.day, todayKey) === null;
  // Undefined while the typed text is no day: the cash of another day is not shown for it.
  const moved = useCashExpected(isDay ? form.values.day : null, drawer, shop);
  const read = v.safeParse(schema, form.values);
  const counted = read.success ? read.output : null;
  return { form, formProps, todayKey, isDay, moved, counted, isBusy: saving.isBusy };
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
