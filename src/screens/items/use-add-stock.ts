import { useRef } from 'react';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { defaultBatchId } from '../../../domain/items/stock-movement.ts';
import { purchaseOfStock } from '../../../domain/items/stock-purchase.ts';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { hasSaved, itemById } from '../../../sync/store/live-reads.ts';
import { defaultSupplierOf } from '../../../sync/store/supplier-reads.ts';
import { saved } from '../../parts/form/save.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import type { StockAddition } from './stock-addition-form.tsx';
import { STOCK_NOT_COUNTED } from './stock-text.tsx';

/** What a try used beside the form's values. */
interface Try {
  atMs: number;
  /** The default supplier; set once it has been looked for. */
  supplier?: { known: Supplier | undefined };
}

/**
 * Adds to an item's stock. With purchase details it saves a purchase, without them a movement (C-110). Resolves to null
 * once it is saved, else to the errors by field.
 */
export function useAddStock(item: Item, currency: string) {
  const { run, database } = useReplica();
  // After a save of unknown outcome the next try says the same, also if the first one has created the supplier (SYN-1).
  const unsure = useRef<Try>(null);

  const add = ({ quantityHundredths, costPriceMinor }: StockAddition, batchId: string, act: string) =>
    run(
      'stock.add',
      ({ mintId }) => ({ id: mintId(), itemId: item.id, quantityHundredths, costPriceMinor, batchId }),
      act,
    );

  async function buy(typed: StockAddition, batchId: string, now: Try, act: string) {
    const { known } = (now.supplier ??= { known: await defaultSupplierOf(database) });
    return await run(
      'stock.buy',
      ({ mintId }) => ({
        ...purchaseOfStock(
          { ...typed, item, currency, batchId, atMs: now.atMs },
          { purchaseId: mintId(), lineId: mintId(), supplierId: known?.id ?? mintId() },
        ),
        isNewSupplier: !known,
      }),
      act,
    );
  }

  return async (typed: StockAddition, act: string): Promise<Readonly<Record<string, string>> | null> => {
    const present = await itemById(database, item.id);
    const isCounted = present !== undefined && tracksStock(present);
    // Unless an earlier tap has saved it: that is repeated (SYN-1).
    if (!isCounted && !(await hasSaved(database, act))) {
      showFailure('Failed to add stock', STOCK_NOT_COUNTED);
      return {};
    }
    const now = unsure.current ?? { atMs: Date.now() };
    const batchId = typed.batchId ?? defaultBatchId(now.atMs);
    const isPurchase = typed.purchaseAmountMinor !== null || typed.invoiceNumber !== null;
    const result = await saved(isPurchase ? buy(typed, batchId, now, act) : add(typed, batchId, act));
    if (!result.ok) {
      if (result.mayBeSaved) unsure.current = now;
      showFailure('Failed to add stock. Please try again.', result.reason);
      return result.issues;
    }
    markFormSaved();
    if (isPurchase) showSuccess('Purchase created', 'Purchase has been created successfully');
    else showSuccess('Stock added', 'Stock has been added successfully');
    return null;
  };
}
