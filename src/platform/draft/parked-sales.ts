import * as v from 'valibot';
import type { LocalDatabase } from '../../../sync/local-database.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { isSaved } from './kept-act.ts';

/*
 * Sales that were put aside at the counter, kept on this device beside the unfinished one until they are sold or thrown
 * away (R-CTR-40). They never travel: a basket is no sale.
 */

const PREFIX = 'parked/';
export const PARKED_NAME_CHARS_MAX = 60;
/** More would be no counter but a warehouse; each is a small row. */
export const PARKED_MAX = 50;

const parkedSchema = v.object({
  name: v.string(),
  parkedAtMs: v.number(),
  totalMinor: v.nullable(v.number()),
  currency: v.string(),
  /** Its items in words. */
  summary: v.string(),
  /** The unfinished sale itself; its own reader checks it. */
  draft: v.unknown(),
});
export type ParkedContent = v.InferOutput<typeof parkedSchema>;

export interface ParkedSale extends ParkedContent {
  key: string;
}

/** The oldest first. */
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
 * Puts an unfinished sale aside, in one transaction with the end of its draft, so that it is in one of the two places
 * whatever happens. Rejects with a StorageFailure.
 * @param draftKey the place of the unfinished sale; null where it has none
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

/** 'gone': another window of this device took it up first. 'saved': it is in the book, and not parked any more. */
export type Resumed = 'resumed' | 'gone' | 'saved';

/** Takes a parked sale up again, in place of the unfinished one, which is parked in turn where it holds something. */
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
