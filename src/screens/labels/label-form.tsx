import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { ItemPicker, useItemRows } from '../../parts/item/item-picker.tsx';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { PrintPage } from '../../parts/print-page.tsx';
import { ScanNote } from '../../parts/item/scan-note.tsx';
import { type ScanAnswer, useCodeScan } from '../../parts/item/use-code-scan.ts';
import { LABELS_PER_SHEET } from '../../platform/labels/label-paper.ts';
import {
  firstLabelSettings,
  keepLabelSettings,
  type LabelSettings,
  paperOf,
} from '../../platform/labels/label-settings.ts';
import { usePrinterSettings } from '../../platform/printer/printer-settings.ts';
import { pickByCode, useChosenItems } from '../../state/chosen-items.ts';
import type { CodePick } from '../../ui/form/search-picker.tsx';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { SaveFailure } from '../../ui/form/save-failure.tsx';
import { LabelChoices } from './label-choices.tsx';
import { codeRemark, COUNT_SENTENCE, labelCount, type LabelOptions } from './label-content.ts';
import { LabelLineFields } from './label-line-fields.tsx';
import {
  type ChosenLines,
  IS_FULL,
  linesOfSearch,
  linesProblem,
  shownLines,
  type ShownLine,
  totalCount,
  withItem,
} from './label-lines.ts';
import { PrintedPages, LabelPreview } from './label-pages.tsx';
import { RollJobNotice } from './roll-job-notice.tsx';
import { usePrintLabels } from './use-print-labels.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

const LINES_PER_PAGE = 10;
const CURRENCY_FALLBACK = 'UGX';

/** The form: items, numbers, paper, and a preview. */
export function LabelForm({ first }: { first: ChosenLines }) {
  const currency = useShop().currency ?? CURRENCY_FALLBACK;
  const printer = usePrinterSettings((state) => state.settings);
  const [settings, setSettings] = useState(() => firstLabelSettings(localStorage, printer));
  const [startAtText, setStartAtText] = useState('1');
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = useLabelLines(first);
  const [printed, setPrinted] = useState(chosen.typed);
  // The lines when the job began: a line that is added while it runs is not printed by it.
  const begunWith = useRef(chosen.typed);
  const printing = usePrintLabels(() => setPrinted(begunWith.current));
  const { lines } = chosen;

  const paper = paperOf(settings);
  const options: LabelOptions = { paper, showsPrice: settings.showsPrice, currency };
  const startAt = startAtOf(startAtText);
  const own = paper.kind === 'roll' && printer?.rollWidthMm === paper.rollWidthMm ? printer : null;
  const change = (part: Partial<LabelSettings>) => {
    setSettings({ ...settings, ...part });
    keepLabelSettings(localStorage, { ...settings, ...part });
  };
  const print = (isByDialog: boolean) => {
    const wrong = linesProblem(lines) ?? (paper.kind === 'sheet' && startAt === null ? START_SENTENCE : null);
    setProblem(wrong);
    if (wrong !== null) return;
    begunWith.current = chosen.typed;
    printing.print({ lines, options, startAt: startAt ?? 1, printer: isByDialog ? null : own });
  };
  const total = totalCount(lines);
  return (
    <>
      <LeaveGuard
        isDirty={(lines.length > 0 && chosen.typed !== printed) || printing.job !== null}
        message={NOT_PRINTED}
      />
      <div className="k-label-form">
        <ChosenItemLines chosen={chosen} options={options} currency={currency} />
        <Stack>
          <LabelChoices
            {...{ settings, startAtText }}
            onChange={change}
            startAtError={startAt === null ? START_SENTENCE : null}
            onStartAt={setStartAtText}
            printerText={own === null ? BY_DIALOG[paper.kind] : `Printed on ${own.name}, with no dialog.`}
            onOtherPrinter={own === null ? null : () => print(true)}
          />
          <LabelPreview lines={lines} options={options} startAt={startAt ?? 1} />
        </Stack>
      </div>
      <SaveFailure message={problem} />
      <ActionBar>
        <Stack gap="xs">
          <RollJobNotice printing={printing} printer={own} />
          <PrintButton total={total} isBusy={printing.isBusy} onPrint={() => print(false)} />
        </Stack>
      </ActionBar>
      {printing.pages !== null && (
        <PrintPage title="Labels">
          <PrintedPages pages={printing.pages} />
        </PrintPage>
      )}
    </>
  );
}

const NOT_PRINTED = 'These labels are not printed yet. If you leave now, you have to choose the items again.';

const BY_DIALOG = {
  sheet: 'Printed by the print dialog: at 100 %, on A4, with no margins.',
  roll: 'Printed by the print dialog: at 100 %, on paper of this size, with no margins.',
} as const;

const START_SENTENCE = `Start at a label from 1 to ${LABELS_PER_SHEET}`;

function startAtOf(text: string): number | null {
  const place = labelCount(text);
  return place === null || place > LABELS_PER_SHEET ? null : place;
}

function PrintButton({ total, isBusy, onPrint }: { total: number; isBusy: boolean; onPrint: () => void }) {
  const count = total.toLocaleString('en');
  return (
    <Button fullWidth size="lg" loading={isBusy} leftSection={<IconPrinter size={20} aria-hidden />} onClick={onPrint}>
      {total === 0 ? 'Print labels' : total === 1 ? 'Print 1 label' : `Print ${count} labels`}
    </Button>
  );
}

interface LabelLines {
  /** True if nothing is chosen; false while the rows of chosen items are still being read. */
  isEmpty: boolean;
  lines: ShownLine[];
  /** The chosen items with their numbers, as one text to compare. */
  typed: string;
  sentence: string | null;
  /** The result of the last scan; null before the first. */
  scanned: ScanAnswer | null;
  add: (item: Item) => void;
  addByCode: (code: string) => Promise<CodePick>;
  chooseAll: () => void;
  onCount: (itemId: number, text: string) => void;
  onRemove: (itemId: number) => void;
  setEach: (text: string) => void;
}

/** Returns the chosen items, and functions to choose them by picker, by scanner, or all at once. */
function useLabelLines(first: ChosenLines): LabelLines {
  const { database, search } = useReplica();
  const [{ lines, sentence }, setChosen] = useState<Readonly<ChosenLines>>(first);
  const { itemsById, rememberItem } = useChosenItems(lines.map(({ itemId }) => itemId));
  const add = (item: Item) => {
    rememberItem(item);
    setChosen((before) => {
      const next = withItem(before.lines, item.id);
      return { lines: [...next], sentence: next === before.lines ? IS_FULL : null };
    });
  };
  const addByCode = (code: string) => pickByCode(database, code, add);
  const addScanned = (item: Item): ScanAnswer => {
    if (withItem(lines, item.id) === lines) return { isFound: false, sentence: IS_FULL };
    add(item);
    return { isFound: true, sentence: `${item.name} added`, item };
  };
  const { answer } = useCodeScan({ add: addScanned });
  const onCount = useCallback(
    (itemId: number, countText: string) =>
      setChosen((before) => ({
        ...before,
        lines: before.lines.map((line) => (line.itemId === itemId ? { itemId, countText } : line)),
      })),
    [],
  );
  const onRemove = useCallback(
    (itemId: number) =>
      setChosen((before) => ({ lines: before.lines.filter((line) => line.itemId !== itemId), sentence: null })),
    [],
  );
  return {
    ...{
      isEmpty: lines.length === 0,
      lines: shownLines(lines, itemsById),
      typed: JSON.stringify(lines),
      sentence,
      scanned: answer,
      add,
      addByCode,
      onCount,
      onRemove,
    },
    chooseAll: () => void linesOfSearch(search, '').then(setChosen),
    setEach: (countText) =>
      setChosen((before) => ({ ...before, lines: before.lines.map(({ itemId }) => ({ itemId, countText })) })),
  };
}

interface ChosenItemLinesProps {
  chosen: LabelLines;
  options: LabelOptions;
  currency: string;
}

function ChosenItemLines({ chosen, options, currency }: ChosenItemLinesProps) {
  const rows = useItemRows();
  const [page, setPage] = useState(1);
  const { lines, sentence, scanned } = chosen;
  const pageCount = Math.max(1, Math.ceil(lines.length / LINES_PER_PAGE));
  const from = (Math.min(page, pageCount) - 1) * LINES_PER_PAGE;
  return (
    <Stack>
      <ItemPicker
        item={null}
        {...{ currency, rows }}
        error={null}
        isOpenedAtFirst={false}
        onPick={chosen.add}
        onCode={chosen.addByCode}
      />
      {sentence !== null && (
        <Alert color="yellow" role="status">
          {sentence}
        </Alert>
      )}
      {scanned !== null && <ScanNote answer={scanned} />}
      {chosen.isEmpty && <NothingChosen onAll={chosen.chooseAll} />}
      {lines.length > 1 && <ForEach count={lines.length} onSet={chosen.setEach} />}
      <Stack component="ul" aria-label="Chosen items" className="k-plain-list" gap="xs">
        {lines.slice(from, from + LINES_PER_PAGE).map(({ item, countText }, nth) => (
          <LabelLineFields
            key={item.id}
            number={from + nth + 1}
            {...{ item, countText }}
            remark={codeRemark(item, options.paper)}
            onCount={chosen.onCount}
            onRemove={chosen.onRemove}
          />
        ))}
      </Stack>
      <Pager page={from / LINES_PER_PAGE + 1} pageCount={pageCount} onPage={setPage} />
    </Stack>
  );
}

function NothingChosen({ onAll }: { onAll: () => void }) {
  return (
    <Stack gap="xs">
      <Text>Choose or scan the items to print labels for. An item without a code gets one of your shop.</Text>
      <Button variant="default" onClick={onAll}>
        Choose all items
      </Button>
    </Stack>
  );
}

/** Sets one number of labels for all items. */
function ForEach({ count, onSet }: { count: number; onSet: (text: string) => void }) {
  const [text, setText] = useState('1');
  const [isWrong, setWrong] = useState(false);
  const set = () => {
    const each = labelCount(text);
    setWrong(each === null);
    if (each !== null) onSet(String(each));
  };
  return (
    <Group align={isWrong ? 'center' : 'flex-end'} gap="xs" wrap="nowrap">
      <TextInput
        className="k-grow"
        label={`Labels of each of ${count} items`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={NUMBER_CHARS_MAX}
        value={text}
        error={isWrong ? COUNT_SENTENCE : null}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => setWrong(labelCount(text) === null)}
      />
      <Button variant="default" onClick={set}>
        Set all
      </Button>
    </Group>
  );
}
