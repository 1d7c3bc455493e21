import * as v from 'valibot';
import type { LocalDatabase } from '../../../sync/local-database.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { isSaved } from './kept-act.ts';

/*
 * Sales that were put aside at the counter. They are stored on this device beside the unfinished sale until they are
 * sold or discarded (R-CTR-40). They are never sent, because a basket is no sale.
 */

const PREFIX = 'parked/';
export const PARKED_NAME_CHARS_MAX = 60;
/** An upper bound: no counter needs more. Each parked sale is a small row. */
export const PARKED_MAX = 50;

const parkedSchema = v.object({
  name: v.string(),
  parkedAtMs: v.number(),
  totalMinor: v.nullable(v.number()),
  currency: v.string(),
  /** The items of the basket as text. */
  summary: v.string(),
  /** The unfinished sale. The form that reads it also checks it. */
  draft: v.unknown(),
});
export type ParkedContent = v.InferOutput<typeof parkedSchema>;

export interface ParkedSale extends ParkedContent {
  key: string;
}

/** Returns the parked sales, the oldest first. */
export async function parkedSalesOf({ tables }: Pick<ShopDatabase, 'tables'>): Promise<ParkedSale[]> {
  const rows = await tables.draft.where('key').startsWith(PREFIX).toArray();
  return rows
    .flatMap(({ key, content }) => {
      const parsed = v.safeParse(parkedSchema, content);
      return parsed.success ? [{ key, ...parsed.output }] : [];
    })
    .sort((a, b) => a.parkedAtMs - b.parkedAtMs);
}

/**
 * Puts an unfinished sale aside. The same transaction ends its draft, so the sale is always in exactly one of the two
 * places. Rejects with a StorageFailure.
 * @param draftKey the key of the unfinished sale's draft; null if it has none
 */
export async function parkSale(
  database: LocalDatabase,
  draftKey: string | null,
  content: ParkedContent,
): Promise<void> {
  await database.write(async (tx) => {
    await tx.drafts.put({ key: `${PREFIX}${crypto.randomUUID()}`, content });
    if (draftKey !== null) await tx.drafts.remove(draftKey);
  });
}

/** 'gone': another tab of this device resumed it first. 'saved': it is a sale already, and is not parked any more. */
export type Resumed = 'resumed' | 'gone' | 'saved';

/**
 * Resumes a parked sale in the place of the unfinished one. If the unfinished sale has content, it is parked in turn.
 */
export async function resumeSale(
  database: LocalDatabase,
  draftKey: string | null,
  parked: ParkedSale,
  current: ParkedContent | null,
): Promise<Resumed> {
  return await database.write(async (tx) => {
    if (!(await tx.drafts.all()).some(({ key }) => key === parked.key)) return 'gone';
    await tx.drafts.remove(parked.key);
    if (await isSaved(tx, parked.draft)) return 'saved';
    if (current !== null) await tx.drafts.put({ key: `${PREFIX}${crypto.randomUUID()}`, content: current });
    if (draftKey !== null) await tx.drafts.put({ key: draftKey, content: parked.draft });
    return 'resumed';
  });
}

export const discardParked = (database: LocalDatabase, key: string): Promise<void> =>
  database.write((tx) => tx.drafts.remove(key));
