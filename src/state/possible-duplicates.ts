import { digitsOf } from '../../domain/text/phone-digits.ts';
import { maybeSamePerson } from '../../domain/people/same-person.ts';
import type { Rows } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import type { SearchIndex } from '../../sync/store/search/search-index.ts';
import { useLive, useReplica, useSearchVersion } from './replica.tsx';
import { useShop } from './shop.ts';

/** Tables whose rows are people, so that one person may be in a table twice. */
export type PeopleTable = 'customer' | 'supplier';

/** A person who may be in the table twice; `id` is null for a person who is still being typed. */
export interface Suspect {
  id: number | null;
  name: string;
  phone: string | null;
}

/** Only the last digits are compared, because the beginning of a number can be written in several ways. */
const LAST_DIGITS = 7;
/** How many rows are compared for one person: a name with more hits is so common that it proves nothing. */
const LOOKED_AT_MAX = 200;

/** Returns, for each suspect, the oldest other row of the table that may be the same person (M20, M23, G47); live. */
export function usePossibleDuplicates(
  table: PeopleTable,
  suspects: readonly Suspect[],
): ReadonlyMap<number | null, Rows[PeopleTable]> {
  const { search } = useReplica();
  const { country } = useShop();
  const version = useSearchVersion(table);
  const found = useLive(
    async (shop) => {
      const duplicates = new Map<number | null, Rows[PeopleTable]>();
      for (const suspect of suspects) {
        const others = await rowsByIds(shop, table, await idsLike(search, table, suspect));
        const same = others.filter(
          (other) => other.id !== suspect.id && maybeSamePerson(suspect, other, country ?? ''),
        );
        const [oldest] = same.sort((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);
        if (oldest) duplicates.set(suspect.id, oldest);
      }
      return duplicates;
    },
    [table, JSON.stringify(suspects), country, version],
  );
  return found ?? NONE;
}

const NONE: ReadonlyMap<number | null, Rows[PeopleTable]> = new Map();

async function rowsByIds({ tables }: ShopDatabase, table: PeopleTable, ids: number[]): Promise<Rows[PeopleTable][]> {
  const rows = await (table === 'customer' ? tables.rows.customer.bulkGet(ids) : tables.rows.supplier.bulkGet(ids));
  return rows.filter((row) => row !== undefined);
}

async function idsLike(search: SearchIndex, table: PeopleTable, { name, phone }: Suspect): Promise<number[]> {
  const texts = [digitsOf(phone ?? '').slice(-LAST_DIGITS), name.trim()].filter((text) => text !== '');
  const ids = new Set<number>();
  for (const text of texts) {
    for (const id of (await search.page(table, text, 1, LOOKED_AT_MAX)).ids) ids.add(id);
  }
  return [...ids];
}
