import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { sumMinor } from '../../../domain/money.ts';
import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { NewSale } from '../../../domain/sales/sale.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import type { ArgumentTools } from '../../../sync/replica/run-mutation.ts';
import { saved } from '../../parts/form/save.ts';
import { keptActOf } from '../../platform/draft/kept-act.ts';
import type { KeptDraft } from '../../platform/draft/kept-draft.ts';
import { pageLife } from '../../platform/engine/page-life.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import type { FinishedSale } from '../../state/finished-sale.ts';
import { itemOfCode, useChosenItems } from '../../state/chosen-items.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useTransactionTwin } from '../../state/transaction-twin.ts';
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
  /** The same function at every drawing, as all others here but `save`. */
  change: ChangeDraft;
  itemsById: ReadonlyMap<number, Item>;
  lineActs: LineActs;
  payment: DraftPayment;
  currency: string;
  errors: DraftErrors;
  /** One transfer paid for this sale and another; null where none has its ID. */
  shareTransaction: (() => void) | null;
  /** How often saving was refused for what stands in the form: each time the focus goes to the first error. */
  refusedCount: number;
  isSaving: boolean;
  /**
   * Saves the sale; `then` is called once it is on the disk and the toast is shown.
   * @param last changes that the saving tap itself makes
   */
  save: (then: (sale: FinishedSale) => Promise<void>, last?: Partial<SaleDraft>) => void;
  /**
   * Nothing more is kept of the draft from here on, because a transaction moves it. Answers its place, which may have
   * no key; null: another window has the draft, and this one begins anew.
   */
  holdDraft: () => Promise<{ key: string | null } | null>;
  /** That transaction failed: the draft goes on. */
  draftGoesOn: () => void;
  /** Begins the next sale, after one was saved or parked. */
  beginNext: () => void;
  /** The draft as it is kept: with the act that saving it would be. */
  kept: (draft: SaleDraft) => unknown;
  /** Shows another unfinished sale in place of this one, whose place on the device holds that one by now. */
  replace: (kept: unknown) => void;
  /** The page went before this sale was saved, and this is what was kept of it; or over its save, and came back. */
  wasUnfinished: boolean;
  /** Empties the form, and forgets what was kept of it. */
  startAgain: () => void;
  /** To be called before the form is left for good: what was typed is not kept. */
  giveUp: () => void;
}

/** With a function: of the draft as it is by then. */
export type ChangeDraft = (change: Partial<SaleDraft> | ((draft: SaleDraft) => Partial<SaleDraft>)) => void;

/** The shop's payment methods, and which of them it prefers. */
export interface WaysToPay {
  methods: readonly PaymentMethod[];
  defaultId: number | null;
}

/**
 * The state of the new-sale form. The draft lives here; what is kept of it on the device follows, for the next start.
 */
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
  const transactionTwin = useTransactionTwin(typedTransactionOf(draft.transactionId, payment));

  const known = { itemsById, payment, currency, transactionTwin: transactionTwin.sentence };

  const save: SaleForm['save'] = (then, last = {}) =>
    saving.start(async () => {
      const wasLeft = followLeaving();
      const items = await readAll();
      const typed = { ...draft, ...last };
      const tidy = withNormalQuantities(typed, items);
      const isHeldUp = replaced.holdUp(typed, tidy, items);
      // Whatever was typed while it was being saved stays.
      const showTidy = () => setDraft((current) => (current === draft ? tidy : current));
      // Asked again: what was last typed may not have been looked up yet.
      const facts = { ...known, itemsById: items, transactionTwin: await transactionTwin.find() };
      if (hasErrors(errorsOf(tidy, facts)) || isHeldUp) {
        showTidy();
        return setRefusedCount((count) => count + 1);
      }
      if (!(await kept.hold())) return showTidy();
      const { build, finished } = buildingOf(tidy, { itemsById: items, payment, currency }, kept.key);
      const result = await saved(
        wasLeft() ? Promise.reject(new StorageFailure('frozen')) : run('sale.create', build, saving.act),
      );
      if (!result.ok) {
        showTidy();
        kept.goOn();
        // A toast disappears by itself, perhaps before the person looks at the page again.
        if (wasLeft()) setUnfinished(true);
        return showFailure('Failed to create sale. Please try again.', result.reason);
      }
      markFormSaved();
      showSuccess('Sale created', 'The sale has been created successfully.');
      const sold = finished();
      // The frame that tells comes before the form, or the counter's dialog, makes way.
      await nextFrame();
      if (sold !== null) await then(sold);
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
    shareTransaction: transactionTwin.accept,
    refusedCount,
    isSaving: saving.isBusy,
    save,
    wasUnfinished,
    startAgain,
    ...useDraftActs(kept, { setDraft, setRefusedCount, setUnfinished }, saving),
  };
}

/** The items of the lines, and what a person does with these. */
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
      lineActsOf({ change, remember: rememberItem, find: (code) => itemOfCode(database, code), noteReplaced: note }),
    [change, rememberItem, database, note],
  );
  return { itemsById, readAll, change, lineActs };
}

/** Before saving was tried, only what a person could not see themselves. */
const errorsShown = (draft: SaleDraft, wasRefused: boolean, facts: DraftFacts): DraftErrors =>
  wasRefused ? errorsOf(draft, facts) : { ...errorsAtOnce(draft, facts), transactionId: facts.transactionTwin };

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

/** Returns a check whether the page was frozen since. A save begun before that is not made after it (decision 36). */
function followLeaving(): () => boolean {
  const begunAt = pageLife.freezeCount();
  return () => pageLife.freezeCount() !== begunAt;
}

/** Makes the sale of the draft, which may be asked for more than once; `finished` is of the last one. */
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

/** The content of the sheet after the sale. */
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

/** The draft; it begins as it was kept, and every change of it is kept, with the act that saving it would be. */
function useKeptState(kept: KeptDraft) {
  const saving = useOneAtATime(null, keptActOf(kept.content));
  const { act, goOn } = saving;
  const [begun] = useState(() => readKeptDraft(kept.content));
  const [draft, setDraft] = useState(begun);
  const [wasUnfinished, setUnfinished] = useState(() => isDraftDirty(begun));
  const isTouched = draft !== begun;
  useEffect(() => {
    if (isTouched) kept.keep(isDraftDirty(draft) ? { ...draft, act } : null);
  }, [isTouched, draft, kept, act]);
  const startAgain = useCallback(() => {
    setDraft(EMPTY_DRAFT);
    setUnfinished(false);
    // Another sale, whatever became of the one before.
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
  // The same draft where nothing is to tidy: drawing it again would only hold up what is being saved.
  return lines.every((line, index) => line === draft.lines[index]) ? draft : { ...draft, lines };
}
