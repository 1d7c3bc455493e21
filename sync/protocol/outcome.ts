import * as v from 'valibot';

/** The server's decisions on a mutation. A refusal is final; a failure is no outcome and is retried. */
export const OUTCOME_KINDS = [
  'applied',
  'merged',
  'flagged',
  'conflict',
  'superseded',
  'refused',
  'quarantined',
] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

/**
 * Why a mutation was refused, or what is odd about it. The list is closed: each code has a sentence in
 * `src/parts/words.ts`.
 */
export const REFUSAL_CODES = [
  'not_permitted',
  'parent_refused',
  'not_found',
  'item_missing',
  'too_many_images',
  'purchase_cancelled',
  'order_cancelled',
  'order_fulfilled',
  'order_not_confirmed',
  'duplicate_name',
  'id_clash',
  'actor_disabled',
  'customer_in_use',
  'edited_since',
  'method_in_use',
  'method_readonly',
  'invalid',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export const outcomeSchema = v.object({
  mid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  h: v.string(),
  kind: v.picklist(OUTCOME_KINDS),
  /**
   * A RefusalCode with 'refused'; the flags with 'flagged', and with 'superseded' if money was recorded all the same.
   * The type is open text, because a newer server may send new codes.
   */
  codes: v.array(v.string()),
  /** Facts for the message, such as who was first and when, or the name of the duplicate. */
  detail: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
});
export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** True if two different acts created a row with the same id (SYN-22). */
export const isClash = ({ kind, codes }: Pick<Outcome, 'kind' | 'codes'>): boolean =>
  kind === 'refused' && codes.includes('id_clash');

/** True if the server did not accept the mutation. Such a mutation stays visible until its author decides (SYN-5). */
export const isNotAccepted = ({ kind }: Pick<Outcome, 'kind'>): boolean => kind === 'refused' || kind === 'quarantined';
