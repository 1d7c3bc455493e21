import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { saleWithTransactionId } from '../../sync/store/sale-reads.ts';
import { SEARCH_DELAY_MS } from '../ui/list/use-delayed-search.ts';
import { useLive, useReplica } from './replica.tsx';
import { hasSaved } from '../../sync/store/live-reads.ts';

/** A transaction ID as it is typed, and its payment method; null if the method needs none (R-SNEW-20). */
export interface TypedTransactionId {
  transactionId: string;
  methodName: string | null;
}

export interface DuplicateTransaction {
  /** The error of the typed ID; set when typing pauses, or on request. */
  sentence: string | null;
  /** Checks the ID as it is typed now, before the form saves. Returns the sentence. */
  find: () => Promise<string | null>;
  /**
   * Accepts the ID as correct, because one transfer paid for both sales; the server flags it. null: there is nothing to
   * accept.
   */
  accept: (() => void) | null;
}

/**
 * Checks whether another sale has the typed transaction ID with the same method. The form refuses it, because one
 * transfer may have been used for two sales by mistake. The server only flags it, because the sale has already happened
 * (C-049).
 * @param act the act that the form saves. Once it is saved, its own sale is no duplicate: `run` answers again (SYN-1)
 */
export function useDuplicateTransaction(typed: TypedTransactionId, act: string): DuplicateTransaction {
  const { database } = useReplica();
  const { transactionId, methodName } = typed;
  const [asked, setAsked] = useState<{ key: string; sentence: string | null } | null>(null);
  const [acceptedKey, setAcceptedKey] = useState<string | null>(null);
  const [looked] = useDebouncedValue(transactionId, SEARCH_DELAY_MS);
  const found = useLive(
    async (shop) => ({
      key: keyOf(looked, methodName),
      sentence: await duplicateOf(shop, { transactionId: looked, methodName }, act),
    }),
    [looked, methodName, act],
  );
  const key = keyOf(transactionId, methodName);
  const known = [found, asked].find((answer) => answer?.key === key)?.sentence ?? null;
  // A form that stays open sells again: what was accepted for one sale is asked about for the next.
  const isAccepted = acceptedKey === `${act} ${key}`;
  const sentence = isAccepted ? null : known;
  return {
    sentence,
    accept: sentence === null ? null : () => setAcceptedKey(`${act} ${key}`),
    async find() {
      if (isAccepted) return null;
      const answer = await duplicateOf(database, typed, act);
      // Only an answer that changes what is shown renders the form: a render would delay the save that waits for it.
      if (answer !== known) setAsked({ key, sentence: answer });
      return answer;
    },
  };
}

const keyOf = (transactionId: string, methodName: string | null) => JSON.stringify([transactionId, methodName]);

async function duplicateOf(
  shop: ShopDatabase,
  { transactionId: id, methodName }: TypedTransactionId,
  act: string,
): Promise<string | null> {
  if (methodName === null || id.trim() === '') return null;
  const duplicate = await saleWithTransactionId(shop, { id, methodName });
  if (!duplicate || (await hasSaved(shop, act))) return null;
  return `Sale #${duplicate.saleNumber} already has this transaction ID`;
}
