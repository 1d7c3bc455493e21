import * as v from 'valibot';
import { idSchema } from './id.ts';

/** A user's feedback on Kaunta itself (C-026, M40). */
export interface Feedback {
  id: number;
  version: number;
  /** 1 … 5 stars. */
  rating: number;
  message: string | null;
  createdByUserId: number;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
  offsetMinutes: number;
}

export const FEEDBACK_STARS_MAX = 5;
export const FEEDBACK_CHARS_MAX = 2_000;

const NO_STARS = `Please choose 1 to ${FEEDBACK_STARS_MAX} stars`;

export const newFeedbackSchema = v.object({
  id: idSchema,
  rating: v.pipe(
    v.number(NO_STARS),
    v.safeInteger(NO_STARS),
    v.minValue(1, NO_STARS),
    v.maxValue(FEEDBACK_STARS_MAX, NO_STARS),
  ),
  message: v.nullable(
    v.pipe(v.string(), v.trim(), v.maxLength(FEEDBACK_CHARS_MAX, `Use at most ${FEEDBACK_CHARS_MAX} characters`)),
  ),
});
