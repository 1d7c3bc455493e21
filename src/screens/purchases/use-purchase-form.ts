import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Item } from '../../../domain/items/item.ts';
import { dayKey } from '../../../domain/time.ts';
import { paths } from '../../parts/paths.ts';
import { purchaseCurrency } from '../../parts/purchase-words.ts';
import { saved } from '../../parts/form/save.ts';
import type { ScanAnswer } from '../../parts/item/use-code-scan.ts';
import { pickByCode, useChosenItems } from '../../state/chosen-items.ts';
import type { CodePick } from '../../ui/form/search-picker.tsx';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useReplica } from '../../state/replica.tsx';
import type { Shop } from '../../state/shop.ts';
import { showSuccess } from '../../state/toasts.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import {
  addLine,
  changeLine,
  type DraftLine,
  errorsAtOnce,
  errorsOf,
  isDirty,
  newDraft,
  newPurchaseOf,
  type PurchaseDraft,
  removeLine,
  withItem,
  withScanned,
} from './purchase-draft.ts';
import type { FieldErrors } from './typed-fields.ts';

/** A function gets the current draft. */
export type ChangeDraft = (change: Partial<PurchaseDraft> | ((draft: PurchaseDraft) => Partial<PurchaseDraft>)) => void;

/** Actions on one line. */
export interface LineActs {
  change: (key: number, part: Partial<DraftLine>) => void;
  pick: (key: number, item: Item) => void;
  /** Picks the item with this code for the line. */
  pickByCode: (key: number, code: string) => Promise<CodePick>;
  remove: (key: number) => void;
}

export interface PurchaseForm {
  draft: PurchaseDraft;
  isDirty: boolean;
  /** The same function at every render, as are those of `lineActs`. */
  change: ChangeDraft;
  lineActs: LineActs;
  /** Adds one of a scanned item to the lines, and returns the answer for the scanner. */
  addScanned: (item: Item) => ScanAnswer;
  /** Adds an empty line and returns its key. */
  addLine: () => number | null;
  itemsById: ReadonlyMap<number, Item>;
  currency: string;
  /** Before the first try to save, only the errors of amounts that are too large. */
  errors: FieldErrors;
  refusedCount: number;
  /** Why the last try failed, if the reason is not an error of a field. */
  failure: string | null;
  isSaving: boolean;
  save: () => void;
}

/** Holds the state of the form for a new purchase. */
export function usePurchaseForm(shop: Shop): PurchaseForm {
  const { run, database } = useReplica();
  const navigate = useNavigate();
  const saving = useOneAtATime();
  const [begun] = useState(() => newDraft(dayKey(Date.now(), shop.timeZone)));
  const [draft, setDraft] = useState(begun);
  const [refusedCount, setRefusedCount] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  // A save of unknown outcome is tried again with the same arguments, so a purchase of today keeps its time (SYN-1).
  const unsureAtMs = useRef<number>(undefined);
  const { itemsById, rememberItem } = useChosenItems(draft.lines.map(({ itemId }) => itemId));
  const change = useCallback<ChangeDraft>(
    (next) => setDraft((current) => ({ ...current, ...(typeof next === 'function' ? next(current) : next) })),
    [],
  );
  const lineActs = useMemo<LineActs>(() => {
    const pick: LineActs['pick'] = (key, item) => {
      rememberItem(item);
      change(({ lines }) => ({ lines: lines.map((line) => (line.key === key ? withItem(line, item) : line)) }));
    };
    return {
      change: (key, part) => change(({ lines }) => ({ lines: changeLine(lines, key, part) })),
      pick,
      pickByCode: (key, code) => pickByCode(database, code, (item) => pick(key, item)),
      remove: (key) => change(({ lines }) => ({ lines: removeLine(lines, key) })),
    };
  }, [change, rememberItem, database]);
  const currency = purchaseCurrency(null, shop);
  const errors = refusedCount === 0 ? errorsAtOnce(draft) : errorsOf(draft);

  const save = () =>
    saving.start(async () => {
      setFailure(null);
      if (Object.keys(errorsOf(draft)).length > 0) return setRefusedCount((count) => count + 1);
      const facts = { itemsById, currency, timeZone: shop.timeZone, nowMs: unsureAtMs.current ?? Date.now() };
      const result = await saved(run('purchase.create', (tools) => newPurchaseOf(draft, facts, tools), saving.act));
      // A refusal keeps the form, with the reason (R-PUR-31).
      if (!result.ok) {
        if (result.mayBeSaved) unsureAtMs.current = facts.nowMs;
        return setFailure(result.reason ?? 'Failed to create purchase. Please try again.');
      }
      markFormSaved();
      showSuccess('Purchase created', 'Purchase has been created successfully');
      await nextFrame();
      await navigate(paths.purchases);
      return SPENT;
    });

  return {
    ...{ draft, change, lineActs, itemsById, currency, errors, refusedCount, failure, save },
    isDirty: isDirty(draft, begun),
    addScanned(item) {
      if (withScanned(draft.lines, item) === draft.lines)
        return { isFound: false, sentence: `This purchase has no room for more of ${item.name}` };
      rememberItem(item);
      change(({ lines }) => ({ lines: withScanned(lines, item) }));
      return { isFound: true, sentence: `${item.name} added`, item };
    },
    isSaving: saving.isBusy,
    addLine() {
      const lines = addLine(draft.lines);
      change({ lines });
      return lines.at(-1)?.key ?? null;
    },
  };
}
