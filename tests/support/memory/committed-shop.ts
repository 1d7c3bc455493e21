import type { ClientRow, DecidedAct, StoredRow } from '../../../server/mutate/server-store.ts';
import type { Outcome } from '../../../sync/protocol/outcome.ts';
import { TABLE_NAMES, type TableName } from '../../../sync/protocol/tables.ts';
import type { Quarantined } from './memory-client-calls.ts';
import { at, livingAt, type Shop } from './memory-shop.ts';

/** The committed rows and decisions of a business, for checks. */
export interface Committed {
  version: number;
  /** Created anew by each read. */
  readonly rows: StoredRow[];
  rowOf(table: TableName, id: number): StoredRow | undefined;
  clients: ClientRow[];
  /** The decisions in the order of mids. */
  decidedOf(client: { clientId: string }): readonly DecidedAct[];
  outcomesOf(client: { clientId: string }): readonly Outcome[];
  quarantined: readonly Quarantined[];
}

export function committedOf(shop: Shop): Committed {
  const { version, clients, decided, quarantined } = shop.ledger;
  const decidedOf = ({ clientId }: { clientId: string }) => decided.get(clientId) ?? [];
  return {
    version,
    get rows() {
      return TABLE_NAMES.flatMap((table) => [...livingAt(shop, table, version)]);
    },
    rowOf(table, id) {
      const row = at(shop, table, id, version);
      return row?.row ? row : undefined;
    },
    clients: [...clients.values()],
    decidedOf,
    outcomesOf: (client) => decidedOf(client).map(({ outcome }) => outcome),
    quarantined,
  };
}
