import type { Sale } from '../../../domain/sales/sale.ts';
import type { MutationName } from '../../../sync/mutation/registry.ts';
import type { RunResult } from '../../../sync/replica/run-mutation.ts';
import { hasSaved, saleById } from '../../../sync/store/live-reads.ts';
import { type Saved, saved } from '../../parts/form/save.ts';
import type { Replica } from '../../state/replica.tsx';

/**
 * Saves money of a sale, unless the sale has gone since the dialog was opened. The sale of an order goes if another device
 * fulfilled the order first (M10). Money for it would then be added to the other device's sale, which the person has not
 * seen.
 * @param act the id of the dialog's act: if it has saved before, that save is repeated (SYN-1)
 */
export async function savedOnSale<Name extends MutationName>(
  { database }: Replica,
  sale: Sale,
  act: string,
  run: () => Promise<RunResult<Name>>,
): Promise<Saved<Name>> {
  const isGone = sale.orderId !== null && (await saleById(database, sale.id)) === undefined;
  if (isGone && !(await hasSaved(database, act)))
    return { ok: false, reason: OTHER_SALE_STANDS, issues: {}, mayBeSaved: false };
  return await saved(run());
}

const OTHER_SALE_STANDS =
  'Somebody else fulfilled this order first, and their sale stands. If you took money, record it there.';
