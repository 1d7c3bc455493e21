import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import type { ArchivedEntry } from '../ports.ts';
import type { ShopTables } from './database/schema.ts';

const ofOrder = v.object({ id: idSchema });
const byUser = v.object({ byUserId: idSchema });

/**
 * Returns the id of the user who had fulfilled an order before this device's own fulfilment of it arrived, which
 * created no second sale (M10). Null if that did not happen on this device, or is no longer in the archive. It reads
 * the whole archive, so only the screen of one fulfilled order may use it.
 */
export async function fulfilledBefore(
  { tables }: { readonly tables: ShopTables },
  orderId: number,
): Promise<number | null> {
  const lost = await tables.archive.filter((entry) => isLostFulfilment(entry, orderId)).first();
  const detail = v.safeParse(byUser, lost?.outcome?.detail);
  return detail.success ? detail.output.byUserId : null;
}

function isLostFulfilment({ wire, outcome }: ArchivedEntry, orderId: number): boolean {
  if (wire.name !== 'order.fulfill' || outcome?.kind !== 'superseded') return false;
  const args = v.safeParse(ofOrder, wire.args);
  return args.success && args.output.id === orderId;
}
