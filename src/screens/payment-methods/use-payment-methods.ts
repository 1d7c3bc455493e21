import { choosablePaymentMethods, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { rowKeyText } from '../../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { businessOf, paymentMethodsOf, usersById } from '../../../sync/store/live-reads.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { needsPerson, readRowSync } from '../../state/row-sync.ts';
import { useSyncStatus } from '../../state/sync-status.ts';
import { listStateOf } from '../../parts/list/list-state.ts';
import type { ListState } from '../../ui/list/card-list.tsx';
import type { RowSync } from '../../ui/status-badge.tsx';

export interface ShownMethod {
  method: PaymentMethod;
  isDefault: boolean;
  /** True if a sale or a payment names this method, or another method of the same name (R-PAY-08). */
  isUsed: boolean;
  /** The user's name; null if this device does not know them. */
  addedBy: string | null;
  /** True if the signed-in user added the same method, but somebody else was first (M28). */
  isMerged: boolean;
  sync: RowSync | null;
}

interface PaymentMethods {
  /** The methods that a sale can be paid with, the default first, then by name. */
  inUse: ListState<ShownMethod>;
  archived: readonly ShownMethod[];
}

/** Returns all payment methods, live. */
export function usePaymentMethods(): PaymentMethods {
  const { businessId, userId } = useReplica();
  const firstLoad = useFirstLoad();
  const isSignedOut = useSyncStatus(({ status }) => status === 'sign_in');
  const shown = useLive((database) => readMethods(database, businessId, userId), [businessId, userId]);
  const rows = shown?.filter(({ method }) => !method.isArchived);
  const page = rows && { rows, total: rows.length, syncById: new Map(), page: 1, pageCount: 1 };
  return {
    // A user who has to sign in again sees an empty list if there is no copy of the shop (R-PAY-25, C-145).
    inUse: listStateOf(page, isSignedOut ? { status: 'ready' } : firstLoad),
    archived: shown?.filter(({ method }) => method.isArchived) ?? [],
  };
}

/** Shown as the author of the methods that a new shop begins with (C-133). */
const SEEDED_BY = 'System';

async function readMethods(database: ShopDatabase, businessId: number, userId: number): Promise<ShownMethod[]> {
  const all = await paymentMethodsOf(database);
  const users = await usersById(database);
  const defaultId = (await businessOf(database, businessId))?.defaultPaymentMethodId ?? null;
  const idsOf = ({ id }: PaymentMethod) =>
    all.filter((row) => row.id === id || row.aliasOfId === id).map((row) => row.id);
  const syncById = await readRowSync(
    database,
    'paymentMethod',
    all.map(({ id }) => id),
  );
  const defaultSync = await readDefaultSync(database, businessId);
  const usedIds = await readUsedIds(database, all);
  const shown = (method: PaymentMethod): ShownMethod => {
    const ids = idsOf(method);
    const isDefault = method.id === defaultId;
    return {
      method,
      isDefault,
      isUsed: ids.some((id) => usedIds.has(id)),
      addedBy: addedBy(method, users),
      isMerged: all.some(({ aliasOfId, createdByUserId }) => aliasOfId === method.id && createdByUserId === userId),
      sync: ids.map((id) => syncById.get(id)).find((sync) => sync !== undefined) ?? (isDefault ? defaultSync : null),
    };
  };
  const archived = all.filter(({ aliasOfId, isArchived }) => aliasOfId === null && isArchived);
  return [...choosablePaymentMethods(all, defaultId), ...archived.sort((a, b) => a.name.localeCompare(b.name))].map(
    shown,
  );
}

/**
 * Reads the sync state of the default method. The default is a field of the business, but is shown on the method (M30).
 */
async function readDefaultSync({ tables }: ShopDatabase, businessId: number): Promise<RowSync | null> {
  const base = await tables.base.get(rowKeyText({ table: 'business', id: businessId }));
  const entries = await tables.outbox.bulkGet(base?.seqs ?? []);
  const choices = entries.flatMap((entry) => (entry?.wire.name === 'paymentMethod.setDefault' ? [entry] : []));
  if (choices.length === 0) return null;
  return choices.some(needsPerson) ? 'refused' : 'pending';
}

const readUsedIds = (database: ShopDatabase, methods: readonly PaymentMethod[]): Promise<ReadonlySet<number>> =>
  database.read(async (tx) => {
    const used = await Promise.all(methods.map(({ id }) => tx.rows.isInUse('paymentMethod', id)));
    return new Set(methods.flatMap(({ id }, index) => (used[index] ? [id] : [])));
  });

function addedBy({ createdByUserId }: PaymentMethod, users: ReadonlyMap<number, User>): string | null {
  if (createdByUserId === null) return SEEDED_BY;
  const user = users.get(createdByUserId);
  return user ? user.username || displayName(user) : null;
}
