import * as v from 'valibot';
import { newFeedbackSchema } from '../../../domain/feedback.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { optionalText } from './text.ts';

const rules = newFeedbackSchema.entries;

/** A feedback (C-026). */
export const feedbackInputSchema = inputObject({
  rating: rules.rating,
  message: v.optional(optionalText(rules.message), null),
});
