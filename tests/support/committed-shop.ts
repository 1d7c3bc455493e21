import type { ClientKey, ClientRow, StoredRow } from '../../server/mutate/server-store.ts';
import type { Outcome } from '../../sync/protocol/outcome.ts';
import { TABLE_NAMES, type TableName } from '../../sync/protocol/tables.ts';
import { clientText, type Quarantined } from './memory-client-calls.ts';
import { at, livingAt, type Shop } from './memory-shop.ts';

/** What is committed of a business, for those who check it. */
export interface Committed {
  version: number;
  /** Made anew each time they are asked for. */
  readonly rows: StoredRow[];
  rowOf(table: TableName, id: number): StoredRow | undefined;
  clients: ClientRow[];
  outcomesOf(key: ClientKey): readonly Outcome[];
  blocks: ReadonlyMap<number, string>;
  quarantined: readonly Quarantined[];
}

export function committedOf(shop: Shop): Committed {
  const { version, clients, outcomes, blocks, quarantined } = shop.ledger;
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
    outcomesOf: (key) => outcomes.get(clientText(key)) ?? [],
    blocks,
    quarantined,
  };
}
