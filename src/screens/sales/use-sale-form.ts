import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Item } from '../../../domain/item.ts';
import type { PaymentMethod } from '../../../domain/payment-method.ts';
import { itemsByIds } from '../../../sync/store/live-reads.ts';
import { paths } from '../../app/paths.ts';
import { saved } from '../../app/save.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import {
  changeLine,
  type DraftErrors,
  type DraftLine,
  EMPTY_DRAFT,
  errorsOf,
  hasErrors,
  newSaleOf,
  normalQuantityText,
  NO_ERRORS,
  type Payment,
  paymentOf,
  removeLine,
  type SaleDraft,
} from './sale-draft.ts';
import { SALE_CURRENCY_FALLBACK } from './sale-words.ts';

export interface SaleForm {
  draft: SaleDraft;
  change: (change: Partial<SaleDraft>) => void;
  itemsById: ReadonlyMap<number, Item>;
  lineActs: LineActs;
  payment: Payment;
  currency: string;
  errors: DraftErrors;
  /** How often saving was refused for what stands in the form: each time the focus goes to the first error. */
  refusedCount: number;
  isSaving: boolean;
  save: () => void;
}

/** What a person does with one line; the same functions at every drawing, so that other lines need not be drawn. */
export interface LineActs {
  change: (key: number, part: Partial<DraftLine>) => void;
  pick: (key: number, item: Item) => void;
  remove: (key: number) => void;
}

/** The shop's payment methods, and which of them it prefers. */
export interface WaysToPay {
  methods: readonly PaymentMethod[];
  defaultId: number | null;
}

/** The state of the new-sale form. The draft lives here and nowhere else until it is saved. */
export function useSaleForm({ methods, defaultId }: WaysToPay): SaleForm {
  const { run } = useReplica();
  const shop = useShop();
  const navigate = useNavigate();
  const saving = useOneAtATime();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [refusedCount, setRefusedCount] = useState(0);
  const { itemsById, rememberItem } = useChosenItems(draft.lines);
  const lineActs = useMemo((): LineActs => {
    const change: LineActs['change'] = (key, part) =>
      setDraft((current) => ({ ...current, lines: changeLine(current.lines, key, part) }));
    return {
      change,
      pick(key, item) {
        rememberItem(item);
        change(key, { itemId: item.id });
      },
      remove: (key) => setDraft((current) => ({ ...current, lines: removeLine(current.lines, key) })),
    };
  }, [rememberItem]);

  const payment = paymentOf(draft, methods, defaultId);
  const currency = shop.currency ?? SALE_CURRENCY_FALLBACK;

  const save = () =>
    saving.start(async () => {
      const tidy = withNormalQuantities(draft, itemsById);
      setDraft(tidy);
      if (hasErrors(errorsOf(tidy, itemsById, payment))) return setRefusedCount((count) => count + 1);
      const result = await saved(
        run('sale.create', (tools) => newSaleOf(tidy, { itemsById, payment, currency }, tools)),
      );
      if (!result.ok) return showFailure('Failed to create sale. Please try again.', result.reason);
      markFormSaved();
      showSuccess('Sale created', 'The sale has been created successfully.');
      await nextFrame();
      await navigate(paths.sales);
    });

  return {
    draft,
    change: (change) => setDraft((current) => ({ ...current, ...change })),
    itemsById,
    lineActs,
    payment,
    currency,
    errors: refusedCount === 0 ? NO_ERRORS : errorsOf(draft, itemsById, payment),
    refusedCount,
    isSaving: saving.isBusy,
    save,
  };
}

/** The rows of the items in the lines, live; one that goes away meanwhile stays as it was when it was picked. */
function useChosenItems(lines: readonly DraftLine[]) {
  const [picked, setPicked] = useState<ReadonlyMap<number, Item>>(new Map());
  const ids = [...new Set(lines.flatMap(({ itemId }) => itemId ?? []))];
  const live = useLive((database) => itemsByIds(database, ids), [ids.join()]);
  const itemsById = useMemo(() => {
    const byId = new Map(picked);
    for (const item of live ?? []) byId.set(item.id, item);
    return byId;
  }, [picked, live]);
  /** Keeps an item that was just picked until the database has answered for it. */
  const rememberItem = useCallback((item: Item) => setPicked((before) => new Map(before).set(item.id, item)), []);
  return { itemsById, rememberItem };
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
