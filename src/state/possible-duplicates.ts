import { useSyncExternalStore } from 'react';
import type { Customer } from '../../domain/customer.ts';
import { digitsOf } from '../../domain/phone-digits.ts';
import { maybeSamePerson } from '../../domain/same-person.ts';
import { customersByIds } from '../../sync/store/customer-reads.ts';
import type { SearchIndex } from '../../sync/store/search-index.ts';
import { useLive, useReplica } from './replica.tsx';
import { useShop } from './shop.ts';

/** Who might be written down twice; `id` is null for somebody who is still being typed. */
export type Suspect = Pick<Customer, 'name' | 'phone'> & { id: number | null };

/** The end of a number is the same however its beginning is written. */
const LAST_DIGITS = 7;
/** Customers looked at for one: beyond that a name is so common that it says nothing. */
const LOOKED_AT_MAX = 200;

/** For each of these the oldest other customer who may be the same person (M20, G47); live. */
export function usePossibleDuplicates(suspects: readonly Suspect[]): ReadonlyMap<number | null, Customer> {
  const { search } = useReplica();
  const { country } = useShop();
  const version = useSyncExternalStore(search.subscribe, search.version);
  const found = useLive(
    async (shop) => {
      const duplicates = new Map<number | null, Customer>();
      for (const suspect of suspects) {
        const others = await customersByIds(shop, await idsLike(search, suspect));
        const same = others.filter(
          (other) => other.id !== suspect.id && maybeSamePerson(suspect, other, country ?? ''),
        );
        const [oldest] = same.sort((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);
        if (oldest) duplicates.set(suspect.id, oldest);
      }
      return duplicates;
    },
    [JSON.stringify(suspects), country, version],
  );
  return found ?? NONE;
}

const NONE: ReadonlyMap<number | null, Customer> = new Map();

async function idsLike(search: SearchIndex, { name, phone }: Suspect): Promise<number[]> {
  const texts = [digitsOf(phone ?? '').slice(-LAST_DIGITS), name.trim()].filter((text) => text !== '');
  const ids = new Set<number>();
  for (const text of texts) {
    for (const id of (await search.page('customer', text, 1, LOOKED_AT_MAX)).ids) ids.add(id);
  }
  return [...ids];
}
