import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { sumMinor } from '../../../domain/money.ts';
import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { NewSale } from '../../../domain/sales/sale.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import type { ArgumentTools, RunResult } from '../../../sync/replica/run-mutation.ts';
import { holdReads } from '../../../sync/store/held-reads.ts';
import { type Saved, saved } from '../../parts/form/save.ts';
import { keptActOf } from '../../platform/draft/kept-act.ts';
import type { KeptDraft } from '../../platform/draft/kept-draft.ts';
import { pageLife } from '../../platform/engine/page-life.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import type { FinishedSale } from '../../state/finished-sale.ts';
import { pickByCode, useChosenItems } from '../../state/chosen-items.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useDuplicateTransaction } from '../../state/duplicate-transaction.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { type OneAtATime, SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { type DraftPayment, paymentOf, typedTransactionOf } from '../../parts/payment/draft-payment.ts';
import { type DraftErrors, type DraftFacts, errorsAtOnce, errorsOf, hasErrors, newSaleOf } from './draft-sale.ts';
import { EMPTY_DRAFT, isDraftDirty, readKeptDraft, type SaleDraft } from './sale-draft.ts';
import { dueMinor } from './draft-payments.ts';
import { type LineActs, lineActsOf } from './line-acts.ts';
import { normalQuantityText, readChange } from './sale-figures.ts';
import { unitOf, useReplacedQuantities } from './use-replaced-quantities.ts';
import { SALE_CURRENCY_FALLBACK } from '../../parts/sale/sale-words.ts';

export interface SaleForm {
  draft: SaleDraft;
  /** Stable across renders, like all functions here except `save`. */
  change: ChangeDraft;
  itemsById: ReadonlyMap<number, Item>;
  lineActs: LineActs;
  payment: DraftPayment;
  currency: string;
  errors: DraftErrors;
  /** Looks up the transaction ID as it is typed now. Returns the sentence that its field then shows; null if it is free. */
  findDuplicate: () => Promise<string | null>;
  /** Accepts that another sale has the same transaction ID: one transfer paid for both. Null if none has it. */
  shareTransaction: (() => void) | null;
  /** How many saves the errors in the form have held back. Each one moves the focus to the first error. */
  refusedCount: number;
  isSaving: boolean;
  /** True from the tap that saves on; `isSaving` shows it only if the save takes long. */
  isSavingNow: () => boolean;
  /**
   * Saves the sale. Calls `then` once the sale is stored on the device and the toast is shown.
   * @param last changes to the draft by the same tap that saves it
   */
  save: (then: (sale: FinishedSale) => Promise<void>, last?: Partial<SaleDraft>) => void;
  /**
   * Stops storing the draft, because a transaction is about to move it. Returns the key under which it is stored, null
   * if it never was. Returns null instead of the object if another tab has taken or ended the draft.
   */
  holdDraft: () => Promise<{ key: string | null } | null>;
  /** Stores the draft again, after that transaction failed. */
  draftGoesOn: () => void;
  /** Begins the next sale, after one was saved or parked. */
  beginNext: () => void;
  /** Returns the draft as it is stored: with the id of the act that will save it. */
  kept: (draft: SaleDraft) => unknown;
  /** Shows another unfinished sale. The caller has already stored it on the device in place of this one. */
  replace: (kept: unknown) => void;
  /** True if the draft was restored after the page had closed, or if the page was frozen while it was being saved. */
  wasUnfinished: boolean;
  /** Empties the form and deletes the stored draft. */
  startAgain: () => void;
  /** Deletes the stored draft. Call it before the form is left for good. */
  giveUp: () => void;
}

/** Changes the draft. A function gets the latest draft, like an updater of `setState`. */
export type ChangeDraft = (change: Partial<SaleDraft> | ((draft: SaleDraft) => Partial<SaleDraft>)) => void;

/** The shop's payment methods, and which of them it prefers. */
export interface WaysToPay {
  methods: readonly PaymentMethod[];
  defaultId: number | null;
}

/** Holds the state of the new-sale form. Each change of the draft is also stored, for the next start of the app. */
export function useSaleForm({ methods, defaultId }: WaysToPay, kept: KeptDraft): SaleForm {
  const { run } = useReplica();
  const { draft, setDraft, wasUnfinished, setUnfinished, saving, startAgain } = useKeptState(kept);
  const [refusedCount, setRefusedCount] = useState(0);
  const replaced = useReplacedQuantities();
  const { itemsById, readAll, change, lineActs } = useDraftLines(draft, setDraft, replaced.note);
  const { paymentMethodId, isPayLater } = draft;
  const payment = useMemo(
    () => paymentOf({ paymentMethodId, isPayLater }, methods, defaultId),
    [paymentMethodId, isPayLater, methods, defaultId],
  );
  const currency = useShop().currency ?? SALE_CURRENCY_FALLBACK;
  const duplicateTransaction = useDuplicateTransaction(typedTransactionOf(draft.transactionId, payment), saving.act);

  const known = { itemsById, payment, currency, duplicateTransaction: duplicateTransaction.sentence };

  const save: SaleForm['save'] = (then, last = {}) =>
    saving.start(async () => {
      const wasLeft = followLeaving();
      const items = await readAll();
      const typed = { ...draft, ...last };
      const tidy = withNormalQuantities(typed, items);
      const isHeldUp = replaced.holdUp(typed, tidy, items);
      // Text that was typed during the save stays.
      const showTidy = () => setDraft((current) => (current === draft ? tidy : current));
      // The transaction ID is looked up again: the last typed characters may not have been looked up yet.
      const facts = { ...known, itemsById: items, duplicateTransaction: await duplicateTransaction.find() };
      if (hasErrors(errorsOf(tidy, facts)) || isHeldUp) {
        showTidy();
        return setRefusedCount((count) => count + 1);
      }
      if (!(await kept.hold())) return showTidy();
      const { build, finished } = buildingOf(tidy, { itemsById: items, payment, currency }, kept.key);
      const store = () =>
        wasLeft() ? Promise.reject(new StorageFailure('frozen')) : run('sale.create', build, saving.act);
      const result = await storeAndTell(store, async () => {
        const sold = finished();
        if (sold !== null) await then(sold);
      });
      if (!result.ok) {
        showTidy();
        kept.goOn();
        // The form shows the failure too: the toast may be gone before the person comes back to the page.
        if (wasLeft()) setUnfinished(true);
        return showFailure('Failed to create sale. Please try again.', result.reason);
      }
      return SPENT;
    });

  return {
    draft,
    change,
    itemsById,
    lineActs,
    payment,
    currency,
    errors: replaced.withSentences(errorsShown(draft, refusedCount > 0, known), draft),
    ...{ findDuplicate: duplicateTransaction.find, shareTransaction: duplicateTransaction.accept },
    refusedCount,
    isSaving: saving.isBusy,
    isSavingNow: saving.isRunning,
    save,
    wasUnfinished,
    startAgain: useCallback(() => {
      setRefusedCount(0);
      startAgain();
    }, [startAgain]),
    ...useDraftActs(kept, { setDraft, setRefusedCount, setUnfinished }, saving),
  };
}

/**
 * Stores the sale. If that succeeds, shows the toast, and calls `then` when it is painted: closing the form or the
 * counter's dialog takes longer. What else is on the screen is read again when the screen that follows is rendered.
 */
async function storeAndTell(
  store: () => Promise<RunResult<'sale.create'>>,
  then: () => Promise<void>,
): Promise<Saved<'sale.create'>> {
  const readsGoOn = holdReads();
  try {
    const result = await saved(store());
    if (!result.ok) return result;
    markFormSaved();
    showSuccess('Sale created', 'The sale has been created successfully.');
    await nextFrame();
    await then();
    return result;
  } finally {
    whenIdle(readsGoOn);
  }
}

/** Returns the items of the draft's lines, and the actions on lines. */
function useDraftLines(
  draft: SaleDraft,
  setDraft: ReturnType<typeof useKeptState>['setDraft'],
  note: (lineKey: number) => void,
) {
  const { database } = useReplica();
  const { itemsById, rememberItem, readAll } = useChosenItems(draft.lines.map(({ itemId }) => itemId));
  const change = useCallback<ChangeDraft>(
    (next) => setDraft((current) => ({ ...current, ...(typeof next === 'function' ? next(current) : next) })),
    [setDraft],
  );
  const lineActs = useMemo(
    () =>
      lineActsOf({
        ...{ change, remember: rememberItem, noteReplaced: note },
        pickByCode: (code, pick) => pickByCode(database, code, pick),
      }),
    [change, rememberItem, database, note],
  );
  return { itemsById, readAll, change, lineActs };
}

/** Returns the errors to show. Before the first attempt to save, only those that a person could not see themselves. */
const errorsShown = (draft: SaleDraft, wasRefused: boolean, facts: DraftFacts): DraftErrors =>
  wasRefused ? errorsOf(draft, facts) : { ...errorsAtOnce(draft, facts), transactionId: facts.duplicateTransaction };

type DraftActs = Pick<SaleForm, 'kept' | 'holdDraft' | 'draftGoesOn' | 'beginNext' | 'replace' | 'giveUp'>;

/** Actions on the draft as a whole; stable across renders. */
function useDraftActs(
  kept: KeptDraft,
  {
    setDraft,
    setRefusedCount,
    setUnfinished,
  }: Pick<ReturnType<typeof useKeptState>, 'setDraft' | 'setUnfinished'> & { setRefusedCount: (count: number) => void },
  { act, goOn }: OneAtATime,
): DraftActs {
  return useMemo(() => {
    const show = (content: unknown) => {
      kept.beginNext(content);
      setRefusedCount(0);
      setUnfinished(false);
      setDraft(readKeptDraft(content));
      goOn(keptActOf(content));
    };
    return {
      kept: (draft) => ({ ...draft, act }),
      holdDraft: async () => ((await kept.hold()) ? { key: kept.key } : null),
      draftGoesOn: () => kept.goOn(),
      beginNext: () => show(null),
      replace: show,
      giveUp: () => kept.keep(null),
    };
  }, [kept, setDraft, setRefusedCount, setUnfinished, act, goOn]);
}

/** Returns a function that is true once the page was frozen. A save begun before a freeze stops (decision 36). */
function followLeaving(): () => boolean {
  const begunAt = pageLife.freezeCount();
  return () => pageLife.freezeCount() !== begunAt;
}

/** Builds the sale from the draft. `build` may run more than once; `finished` describes the sale of the last run. */
function buildingOf(
  draft: SaleDraft,
  facts: { itemsById: ReadonlyMap<number, Item>; payment: DraftPayment; currency: string },
  draftKey: string | null,
) {
  let sale: NewSale | null = null;
  return {
    build(tools: ArgumentTools): NewSale {
      if (draftKey !== null) tools.endsDraft(draftKey);
      sale = newSaleOf(draft, facts, tools);
      return sale;
    },
    finished: (): FinishedSale | null => (sale === null ? null : finishedSaleOf(sale, draft, facts.payment)),
  };
}

/** Returns what the sheet shows after the sale. */
function finishedSaleOf(sale: NewSale, { receivedText, parts }: SaleDraft, payment: DraftPayment): FinishedSale {
  const paidMinor = sumMinor((sale.payments ?? []).map(({ amountMinor }) => amountMinor));
  const due = dueMinor({ parts }, sale.finalMinor);
  const change = payment.takesCash ? readChange(receivedText, due) : null;
  return {
    saleId: sale.id,
    finalMinor: sale.finalMinor,
    currency: sale.currency,
    changeMinor: change?.ok ? change.value : null,
    owedMinor: sale.status === 'pending' ? sale.finalMinor - paidMinor : 0,
  };
}

/** On a slow phone rendering the sale takes a quarter of a second, which would delay most saves by as much (P1). */
const SPINNER_AFTER_MS = 400;

/** Holds the draft: begins with the stored one, and stores each change with the id of the act that will save it. */
function useKeptState(kept: KeptDraft) {
  const saving = useOneAtATime(null, keptActOf(kept.content), SPINNER_AFTER_MS);
  const { act, goOn } = saving;
  const [begun] = useState(() => readKeptDraft(kept.content));
  const [draft, setDraft] = useState(begun);
  const [wasUnfinished, setUnfinished] = useState(() => isDraftDirty(begun));
  const isTouched = draft !== begun;
  useEffect(() => {
    if (isTouched) kept.keep(isDraftDirty(draft) ? { ...draft, act } : null);
  }, [isTouched, draft, kept, act]);
  const startAgain = useCallback(() => {
    // A new object, so that the stored draft goes too, also where the form began empty.
    setDraft({ ...EMPTY_DRAFT });
    setUnfinished(false);
    // The empty draft gets a new act id: it is another sale than the one before, also if that one was saved.
    goOn();
  }, [goOn]);
  return { draft, setDraft, wasUnfinished, setUnfinished, saving, startAgain };
}

/** Blank and invalid quantities become 1 where the person can see it (R-SNEW-22, C-056). */
function withNormalQuantities(draft: SaleDraft, itemsById: ReadonlyMap<number, Item>): SaleDraft {
  const lines = draft.lines.map((line) => {
    const quantityText = normalQuantityText(line, unitOf(line, itemsById));
    return quantityText === line.quantityText ? line : { ...line, quantityText };
  });
  // The same object if no quantity changed: a render would only delay the save.
  return lines.every((line, index) => line === draft.lines[index]) ? draft : { ...draft, lines };
}
