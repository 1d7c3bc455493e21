import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Item } from '../../../domain/item.ts';
import type { PaymentMethod } from '../../../domain/payment-method.ts';
import { paths } from '../../app/paths.ts';
import { saved } from '../../app/save.ts';
import type { KeptDraft } from '../../platform/kept-draft.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import { itemOfCode, useChosenItems } from '../../state/chosen-items.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useTransactionTwin } from '../../state/transaction-twin.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { type DraftPayment, paymentOf, typedTransactionOf } from '../../app/draft-payment.ts';
import { type DraftErrors, errorsOf, hasErrors, newSaleOf, NO_ERRORS } from './draft-sale.ts';
import {
  changeLine,
  type DraftLine,
  EMPTY_DRAFT,
  isDraftDirty,
  readKeptDraft,
  removeLine,
  type SaleDraft,
} from './sale-draft.ts';
import { normalQuantityText } from './sale-figures.ts';
import { SALE_CURRENCY_FALLBACK } from './sale-words.ts';

export interface SaleForm {
  draft: SaleDraft;
  /** The same function at every drawing, as all others here but `save`. */
  change: ChangeDraft;
  itemsById: ReadonlyMap<number, Item>;
  lineActs: LineActs;
  payment: DraftPayment;
  currency: string;
  errors: DraftErrors;
  /** How often saving was refused for what stands in the form: each time the focus goes to the first error. */
  refusedCount: number;
  isSaving: boolean;
  save: () => void;
  /** The page went before this sale was saved, and this is what was kept of it. */
  wasUnfinished: boolean;
  /** Empties the form, and forgets what was kept of it. */
  startAgain: () => void;
  /** To be called before the form is left for good: what was typed is not kept. */
  giveUp: () => void;
}

/** With a function: of the draft as it is by then. */
export type ChangeDraft = (change: Partial<SaleDraft> | ((draft: SaleDraft) => Partial<SaleDraft>)) => void;

/** What a person does with one line. */
export interface LineActs {
  change: (key: number, part: Partial<DraftLine>) => void;
  pick: (key: number, item: Item) => void;
  /** Picks the one item of a code, and answers whether there is one; of several the list shows all. */
  pickByCode: (key: number, code: string) => Promise<boolean>;
  /** Keeps an item that goes into a line until the database has answered for it. */
  remember: (item: Item) => void;
  remove: (key: number) => void;
}

/** The shop's payment methods, and which of them it prefers. */
export interface WaysToPay {
  methods: readonly PaymentMethod[];
  defaultId: number | null;
}

/** The state of the new-sale form. The draft lives here; what is kept of it on the device follows, for the next start. */
export function useSaleForm({ methods, defaultId }: WaysToPay, kept: KeptDraft): SaleForm {
  const { run, database } = useReplica();
  const shop = useShop();
  const navigate = useNavigate();
  const saving = useOneAtATime();
  const { draft, setDraft, wasUnfinished } = useKeptState(kept);
  const [refusedCount, setRefusedCount] = useState(0);
  const { itemsById, rememberItem } = useChosenItems(draft.lines.map(({ itemId }) => itemId));
  const change = useCallback<ChangeDraft>(
    (next) => setDraft((current) => ({ ...current, ...(typeof next === 'function' ? next(current) : next) })),
    [setDraft],
  );
  const lineActs = useMemo(
    () => lineActsOf({ change, remember: rememberItem, find: (code) => itemOfCode(database, code) }),
    [change, rememberItem, database],
  );

  const { paymentMethodId, isPayLater } = draft;
  const payment = useMemo(
    () => paymentOf({ paymentMethodId, isPayLater }, methods, defaultId),
    [paymentMethodId, isPayLater, methods, defaultId],
  );
  const currency = shop.currency ?? SALE_CURRENCY_FALLBACK;
  const transactionTwin = useTransactionTwin(typedTransactionOf(draft.transactionId, payment));

  const save = () =>
    saving.start(async () => {
      const tidy = withNormalQuantities(draft, itemsById);
      setDraft(tidy);
      // Asked again: what was last typed may not have been looked up yet.
      const facts = { itemsById, payment, transactionTwin: await transactionTwin.find() };
      if (hasErrors(errorsOf(tidy, facts))) return setRefusedCount((count) => count + 1);
      kept.hold();
      const result = await saved(
        run('sale.create', (tools) => {
          if (kept.key !== null) tools.endsDraft(kept.key);
          return newSaleOf(tidy, { itemsById, payment, currency }, tools);
        }),
      );
      if (!result.ok) {
        kept.goOn();
        return showFailure('Failed to create sale. Please try again.', result.reason);
      }
      markFormSaved();
      showSuccess('Sale created', 'The sale has been created successfully.');
      await nextFrame();
      await navigate(paths.sales);
    });

  const giveUp = useCallback(() => kept.keep(null), [kept]);
  return {
    draft,
    change,
    itemsById,
    lineActs,
    payment,
    currency,
    errors:
      refusedCount === 0 && transactionTwin.sentence === null
        ? NO_ERRORS
        : shownErrors(errorsOf(draft, { itemsById, payment, transactionTwin: transactionTwin.sentence }), refusedCount),
    refusedCount,
    isSaving: saving.isBusy,
    save,
    wasUnfinished,
    startAgain: useCallback(() => setDraft(EMPTY_DRAFT), [setDraft]),
    giveUp,
  };
}

/** Before saving was tried, only what a person could not see themselves. */
const shownErrors = (errors: DraftErrors, refusedCount: number): DraftErrors =>
  refusedCount > 0 ? errors : { ...NO_ERRORS, transactionId: errors.transactionId };

/** The draft; it begins as it was kept, and every change of it is kept. */
function useKeptState(kept: KeptDraft) {
  const [begun] = useState(() => readKeptDraft(kept.content));
  const [draft, setDraft] = useState(begun);
  const isTouched = draft !== begun;
  useEffect(() => {
    if (isTouched) kept.keep(isDraftDirty(draft) ? draft : null);
  }, [isTouched, draft, kept]);
  return { draft, setDraft, wasUnfinished: isDraftDirty(begun) };
}

interface LineTools {
  change: ChangeDraft;
  remember: LineActs['remember'];
  find: (code: string) => Promise<Item | null>;
}

function lineActsOf({ change, remember, find }: LineTools): LineActs {
  const changeOne: LineActs['change'] = (key, part) => change(({ lines }) => ({ lines: changeLine(lines, key, part) }));
  const pick: LineActs['pick'] = (key, item) => {
    remember(item);
    changeOne(key, { itemId: item.id });
  };
  return {
    change: changeOne,
    pick,
    async pickByCode(key, code) {
      const item = await find(code);
      if (item !== null) pick(key, item);
      return item !== null;
    },
    remember,
    remove: (key) => change(({ lines }) => ({ lines: removeLine(lines, key) })),
  };
}

/** Blank and invalid quantities become 1 where the person can see it (R-SNEW-22, C-056). */
function withNormalQuantities(draft: SaleDraft, itemsById: ReadonlyMap<number, Item>): SaleDraft {
  const lines = draft.lines.map((line) => {
    const unit = line.itemId === null ? null : (itemsById.get(line.itemId)?.unitOfMeasure ?? null);
    const quantityText = normalQuantityText(line, unit);
    return quantityText === line.quantityText ? line : { ...line, quantityText };
  });
  // The same draft where nothing is to tidy: drawing it again would only hold up what is being saved.
  return lines.every((line, index) => line === draft.lines[index]) ? draft : { ...draft, lines };
}
