import * as v from 'valibot';

export const EMAIL_CHARS_MAX = 254;

const INVALID = 'Please enter a valid email address';

/** An email address, trimmed (R-REG-18). Not unique: many shops share one (C-015). */
export const emailSchema = v.pipe(
  v.string(INVALID),
  v.trim(),
  v.maxLength(EMAIL_CHARS_MAX, `Email must be ${EMAIL_CHARS_MAX} characters or less`),
  v.email(INVALID),
);
