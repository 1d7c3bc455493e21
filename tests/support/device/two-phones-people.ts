import type { User } from '../../../domain/people/user.ts';
import { customerArgs } from '../mutation-args.ts';
import { BUSINESS_ID, customerRow, NOON_MS } from '../shop-rows.ts';
import type { Phone, Shop } from './two-phones.ts';

/** Troubles in the shop of `two-phones.ts`, one function each, so that a test reads as a story. */

export const meet = (phone: Phone, name: string) =>
  phone.act('customer.create', (tools) => customerArgs(tools, { name }));

export const namesOn = (phone: Phone): string[] =>
  phone
    .rows('customer')
    .map(({ name }) => name)
    .sort();

export const namesAtServer = ({ store }: Shop): string[] =>
  store
    .committed(BUSINESS_ID)
    .rows.flatMap(({ table, row }) => (table === 'customer' && row && 'name' in row ? [String(row.name)] : []))
    .sort();

/** Lets a copy of the phone's profile sync first, so that the phone begins a new queue (SYN-20). Returns the copy. */
export async function overtake(phone: Phone, name: string): Promise<Phone> {
  const { clientId } = phone.database.inspect().state;
  const twin = phone.copy();
  await meet(twin, name);
  await twin.sync();
  await phone.sync();
  if (phone.database.inspect().state.clientId === clientId) throw new Error('The phone has not left its queue');
  return twin;
}

export const changeUser = async ({ server, store }: Shop, id: number, change: Partial<User>): Promise<void> => {
  const before = server('user', id);
  await store.change(BUSINESS_ID, (tx) =>
    tx.writeRows([{ table: 'user', id, before, after: before && { ...before, ...change } }]),
  );
};

/** Gives another row the id of a row that a phone is about to send. */
export const takeId = ({ store }: Shop, id: number): Promise<void> =>
  store.change(BUSINESS_ID, (tx) =>
    tx.writeRows([
      {
        table: 'customer',
        id,
        before: undefined,
        after: customerRow({ id, name: 'Stranger', createdAtMs: NOON_MS - 1 }),
      },
    ]),
  );

/** Prunes the archive, in which a device keeps proofs for 30 days. */
export const forgetProofs = (phone: Phone): Promise<void> =>
  phone.database.write(async (tx) => tx.archive.remove((await tx.archive.all()).map(({ seq }) => seq)));

/** Lets the server fail over the phone's first act until it quarantines it (SYN-10). */
export const setAsideFirst = ({ store }: Shop, phone: Phone): Promise<void> =>
  store.change(BUSINESS_ID, async (tx) => {
    const [first] = phone.outbox();
    const { clientId, userId } = phone.database.inspect().state;
    if (!first) throw new Error('The phone has something to send');
    const { act, attempt, mid, h } = first.wire;
    const outcome = { mid, h, kind: 'quarantined' as const, codes: [], detail: {} };
    await tx.addOutcomes(clientId, [{ act, attempt, outcome }], NOON_MS);
    await tx.putClient({ clientId, userId, lmid: mid, hash: h }, NOON_MS, null);
  });
