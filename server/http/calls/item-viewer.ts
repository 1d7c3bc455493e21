import { businessCurrency } from '../../../domain/business.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import type { Sql } from '../../db/database.ts';
import { readBusiness } from '../../db/queries/business.ts';
import type { PlainFacts } from '../../mutate/plain-call.ts';
import { itemAnswer, type ItemViewer } from '../answers/item.ts';
import type { Session } from '../middleware/session.ts';
import { justWritten } from './mutation-route.ts';

/** Returns the viewer of items that are read in this transaction. */
export async function itemViewer(
  sql: Sql,
  { businessId, role }: Pick<Session, 'businessId' | 'role'>,
): Promise<ItemViewer> {
  return { businessId, role, currency: businessCurrency(await readBusiness(sql, businessId)) };
}

/** Returns the item that a call has written, for its response. */
export async function writtenItem(
  rows: MutationTx,
  id: number,
  { caller: { businessId }, role }: PlainFacts,
): Promise<object> {
  const currency = businessCurrency(await rows.get('business', businessId));
  return itemAnswer(await justWritten(rows, 'item', id), { businessId, role, currency });
}
