import * as v from 'valibot';

/** What the server decided of a mutation. A refusal is lasting; a failure is no outcome: it is tried again. */
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

/** Why a mutation was refused, or what is odd about it. Closed: each code has a sentence in `src/app/words.ts`. */
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
  /** A RefusalCode with 'refused'; the flags with 'flagged'; open text for a newer server's codes. */
  codes: v.array(v.string()),
  /** Facts for the sentence: who was first and when, the name of the twin … */
  detail: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
});
export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** Same id, different origin (SYN-22); also as a restored server is told of it. */
export const isClash = ({ kind, codes }: Pick<Outcome, 'kind' | 'codes'>): boolean =>
  kind === 'refused' && codes.includes('id_clash');

/** Passed over when a restored server was healed, because its device could not send it any more (SYN-21). */
const NOT_HEALED = 'not_healed';

/**
 * What a device's act comes to that is passed over, with all before it from `sinceMid` on of which the device knows
 * nothing: a copy of the device may still have them. `clashed`: as in a heal request.
 */
export function passedOver(
  { mid, h, kind, clashed }: { mid: number; h: string; kind: 'refused' | 'quarantined'; clashed?: boolean | undefined },
  sinceMid: number,
): Outcome {
  const codes = clashed ? [NOT_HEALED, 'id_clash'] : [NOT_HEALED];
  return { mid, h, kind, codes, detail: sinceMid < mid ? { sinceMid } : {} };
}

/** What was told of single mutations of one client, also of those that were passed over together with a later one. */
export function outcomeLookup(outcomes: readonly Outcome[]): (wire: { mid: number; h: string }) => Outcome | null {
  const byMid = new Map(outcomes.map((outcome) => [outcome.mid, outcome]));
  const passedTogether = outcomes.flatMap(({ mid, codes, detail: { sinceMid } }) =>
    codes.includes(NOT_HEALED) && typeof sinceMid === 'number' ? [{ from: sinceMid, to: mid }] : [],
  );
  return ({ mid, h }) => {
    const own = byMid.get(mid);
    if (own) return own;
    const isPassed = passedTogether.some(({ from, to }) => from <= mid && mid < to);
    return isPassed ? { mid, h, kind: 'refused', codes: [NOT_HEALED], detail: {} } : null;
  };
}
