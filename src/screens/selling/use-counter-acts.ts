import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { SALE_LINES_MAX } from '../../../domain/sales/sale.ts';
import { isOtherItem, OTHER_ITEM } from '../../../domain/items/other-item.ts';
import { itemsOfCode } from '../../../sync/store/item-lists.ts';
import { itemsByIds, otherItems } from '../../../sync/store/live-reads.ts';
import { saved } from '../../parts/form/save.ts';
import { tellScan } from '../../platform/sound/scan-sound.ts';
import { closeFinishedSale } from '../../state/finished-sale.ts';
import { type Replica, useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { addLine, addScanned, changeLine, type DraftLine, removeLine } from './sale-draft.ts';
import { lineQuantity } from './sale-figures.ts';
import type { TileActs } from './tile.tsx';
import { type ScanAnswer, severalHave } from '../../parts/item/use-code-scan.ts';
import { noRoomFor, useScan } from './use-scan.ts';
import type { SaleForm } from './use-sale-form.ts';

/** Matches texts that may be a code read off a packet: the counter offers to create an item with it. */
const LOOKS_LIKE_A_CODE = /^(?=.*\d)[\w-]{3,}$/;

export interface CounterActs {
  tile: TileActs;
  /** The result of the last scan or search by Enter. Cleared by the next tap on a tile. */
  answer: ScanAnswer | null;
  forgetAnswer: () => void;
  scan: (code: string) => Promise<ScanAnswer>;
  /** Adds the item with this code, else the first hit of the search. If several have the code, a person chooses. */
  enter: (typed: string) => Promise<void>;
  /** The line whose quantity and price are being edited. */
  asked: { item: Item; line: DraftLine | undefined } | null;
  askLine: (line: DraftLine) => void;
  setAsked: (part: Pick<DraftLine, 'quantityText' | 'priceText'>) => void;
  removeAsked: () => void;
  closeAsked: () => void;
  isMakingOther: boolean;
  addOther: (other: { name: string; priceMinor: number; priceText: string }, then: () => void) => void;
}

interface CounterPorts {
  /** True if a layer covers the counter that does not show results of scans itself. */
  isCovered: boolean;
  /** Says what is being done while a sale is being parked or taken up; null otherwise. */
  whatMovesNow: () => string | null;
  onOther: () => void;
  clearSearch: () => void;
}

/** Returns the actions of the counter: by tiles, keys and scanners. */
export function useCounterActs(sale: SaleForm, ports: CounterPorts): CounterActs {
  const { database, search } = useReplica();
  const { draft, change, lineActs } = sale;
  const [asked, setAskedFor] = useState<CounterActs['asked']>(null);
  const { answer, show, hear, forgetAnswer } = useLastAnswer(ports.isCovered || asked !== null);
  const latest = useRef({ draft, ports });
  useEffect(() => {
    latest.current = { draft, ports };
  });
  const { scan } = useScan(sale, {
    ...{ foundSentence: itemAndCount, isEveryBurstACode: true, onAnswer: show },
    whatMovesNow: ports.whatMovesNow,
  });

  /** Returns true if the item is in the basket now. 'Other amount' asks first, and a sale can be full. */
  const add = useCallback(
    (item: Item): boolean => {
      closeFinishedSale();
      forgetAnswer();
      if (isOtherItem(item)) {
        latest.current.ports.onOther();
        return false;
      }
      const addTo = (lines: readonly DraftLine[]) =>
        addScanned(lines, item.id, (line) => lineQuantity(line, item.unitOfMeasure));
      const { lines: before } = latest.current.draft;
      if (addTo(before) === before) {
        hear({ isFound: false, sentence: noRoomFor(item) });
        return false;
      }
      lineActs.remember(item);
      change(({ lines }) => ({ lines: addTo(lines) }));
      return true;
    },
    [change, forgetAnswer, hear, lineActs],
  );
  const tile = useMemo<TileActs>(
    () => ({
      add,
      ask(item) {
        if (isOtherItem(item)) return latest.current.ports.onOther();
        lineActs.remember(item);
        setAskedFor({ item, line: latest.current.draft.lines.find(({ itemId }) => itemId === item.id) });
      },
    }),
    [add, lineActs],
  );

  const enter = async (typed: string) => {
    const term = typed.trim();
    if (term === '') return;
    const [ofCode, other] = await itemsOfCode(database, term, 2);
    if (other !== undefined) return hear(severalHave(term));
    const item = ofCode ?? (await firstFound(database, search, term));
    if (item === null) return hear(nothingFound(term));
    if (!add(item)) return;
    hear({ isFound: true, sentence: itemAndCount(item, '1'), item });
    latest.current.ports.clearSearch();
  };

  return {
    ...{ tile, answer: answerAbout(draft.lines, answer), scan, enter, asked },
    forgetAnswer,
    ...useAskedLine(sale, asked, setAskedFor),
    ...useOtherAmount(sale, forgetAnswer),
  };
}

interface LastAnswer {
  answer: ScanAnswer | null;
  show: (answer: ScanAnswer) => void;
  /** Shows the result of a scan, with a sound and a vibration. */
  hear: (answer: ScanAnswer) => void;
  forgetAnswer: () => void;
}

/** Holds the result of the last scan or search: shown on the counter, or over a layer that covers it. */
function useLastAnswer(isCovered: boolean): LastAnswer {
  const [answer, setAnswer] = useState<ScanAnswer | null>(null);
  const isCoveredNow = useRef(isCovered);
  useEffect(() => {
    isCoveredNow.current = isCovered;
  });
  const show = useCallback((next: ScanAnswer) => {
    closeFinishedSale();
    setAnswer(next);
    if (isCoveredNow.current) (next.isFound ? showSuccess : showFailure)(next.sentence);
  }, []);
  const hear = useCallback(
    (next: ScanAnswer) => {
      tellScan(next.isFound);
      show(next);
    },
    [show],
  );
  return { answer, show, hear, forgetAnswer: useCallback(() => setAnswer(null), []) };
}

const nothingFound = (term: string): ScanAnswer => ({
  isFound: false,
  sentence: `Nothing is found for ${term}`,
  ...(LOOKS_LIKE_A_CODE.test(term) ? { missingCode: term } : {}),
});

async function firstFound(
  database: Replica['database'],
  search: Replica['search'],
  term: string,
): Promise<Item | null> {
  const { ids } = await search.page('item', term, 1, 1);
  return (await itemsByIds(database, ids))[0] ?? null;
}

/** Returns the result with the item's present quantity in the basket; null if the item was removed from it. */
function answerAbout(lines: readonly DraftLine[], answer: ScanAnswer | null): ScanAnswer | null {
  if (answer?.item === undefined) return answer;
  const { item } = answer;
  const line = lines.find(({ itemId }) => itemId === item.id);
  return line === undefined ? null : { ...answer, sentence: itemAndCount(item, line.quantityText) };
}

const NO_ROOM = `A sale holds at most ${SALE_LINES_MAX} lines. Create this one, then begin another.`;

type Asked = CounterActs['asked'];

/** Returns the line to edit: that of the item in the basket, or a new one if there is none. */
function useAskedLine(
  { draft, change, itemsById }: SaleForm,
  asked: Asked,
  setAskedFor: (asked: Asked) => void,
): Pick<CounterActs, 'askLine' | 'setAsked' | 'removeAsked' | 'closeAsked'> {
  const latest = useRef(itemsById);
  useEffect(() => {
    latest.current = itemsById;
  });
  // Stable across renders: of forty lines only the one that changed renders again.
  const askLine = useCallback(
    (line: DraftLine) => {
      const item = line.itemId === null ? undefined : latest.current.get(line.itemId);
      if (item !== undefined) setAskedFor({ item, line });
    },
    [setAskedFor],
  );
  return {
    askLine,
    setAsked(part) {
      if (asked === null) return;
      // The dialog stays, with what was typed.
      if (withAsked(draft.lines, asked, part) === draft.lines) return showFailure(noRoomFor(asked.item), NO_ROOM);
      change(({ lines }) => ({ lines: withAsked(lines, asked, part) }));
      closeFinishedSale();
      setAskedFor(null);
    },
    removeAsked() {
      const key = asked?.line?.key;
      if (key !== undefined) change(({ lines }) => ({ lines: removeLine(lines, key) }));
      setAskedFor(null);
    },
    closeAsked: () => setAskedFor(null),
  };
}

function withAsked(
  lines: readonly DraftLine[],
  { item, line: askedLine }: NonNullable<Asked>,
  part: Pick<DraftLine, 'quantityText' | 'priceText'>,
): readonly DraftLine[] {
  const line = lines.find(({ key }) => key === askedLine?.key) ?? lines.find(({ itemId }) => itemId === item.id);
  if (line !== undefined) return changeLine(lines, line.key, part);
  const added = addScanned(lines, item.id, () => 0);
  const own = added.find(({ itemId }) => itemId === item.id);
  return own === undefined ? lines : changeLine(added, own.key, part);
}

/** Sells what is not in the catalogue, as the service item 'Other', which the first use creates. */
function useOtherAmount(
  { draft, change, lineActs, currency }: SaleForm,
  onAdded: () => void,
): Pick<CounterActs, 'isMakingOther' | 'addOther'> {
  const { database, run } = useReplica();
  const making = useOneAtATime();
  const makeOther = async (priceMinor: number): Promise<Item | null> => {
    const [known] = await otherItems(database);
    if (known) return known;
    const made = await saved(run('item.create', ({ mintId }) => otherItem(mintId(), priceMinor, currency), making.act));
    if (made.ok) {
      // If this item is archived later, the next use creates another one, which needs an act of its own.
      making.goOn();
      return (await otherItems(database))[0] ?? null;
    }
    showFailure('The amount was not added. Please try again.', made.reason);
    return null;
  };

  return {
    isMakingOther: making.isBusy,
    addOther: ({ name, priceMinor, priceText }, then) =>
      making.start(async () => {
        // The dialog stays, with what was typed.
        if (draft.lines.length >= SALE_LINES_MAX) return showFailure('This sale has no room for more', NO_ROOM);
        const item = await makeOther(priceMinor);
        if (item === null) return;
        closeFinishedSale();
        onAdded();
        lineActs.remember(item);
        change(({ lines }) => ({ lines: withOther(lines, { itemId: item.id, priceText, nameText: name }) }));
        then();
      }),
  };
}

/** Adds a new line for each other amount: two of them are two things. */
function withOther(
  lines: readonly DraftLine[],
  part: Pick<DraftLine, 'itemId' | 'priceText' | 'nameText'>,
): DraftLine[] {
  const [only] = lines;
  const isEmpty = lines.length === 1 && only?.itemId === null && only.priceText === '';
  return isEmpty ? changeLine(lines, only.key, part) : addLine(lines, part);
}

/** Returns the item 'Other' to create. Its price is the first amount; each line has its own price. */
const otherItem = (id: number, priceMinor: number, currency: string) => ({
  ...{
    id,
    openingMovementId: null,
    initialStockHundredths: 0,
    ...OTHER_ITEM,
    description: null,
    type: 'service' as const,
  },
  ...{ priceMinor, currency, costPriceMinor: null, trackStock: false, unitOfMeasure: null, itemCategoryId: null },
  ...{ category: null, subCategory: null, reorderLevelHundredths: null, advancedEnabled: false, customFields: {} },
});

const itemAndCount = (item: Item, quantityText: string): string => `${item.name} · ${quantityText}`;
