import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';

// Schemas of fields that many responses share, in their JSON form.

/** An amount or a quantity: text with two decimals, so that no client rounds it (C-045). */
export const decimalField = v.pipe(v.string(), v.regex(/^-?\d+\.\d{2}$/));
/** An instant, as `isoTime` writes it. */
export const timeField = v.pipe(v.string(), v.isoTimestamp());
/** An impossible time of a device's clock, else null. Its year may have six digits and a sign (SYN-23). */
export const deviceTimeOrNull = v.nullable(
  v.pipe(v.string(), v.regex(/^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)),
);
export const textOrNull = v.nullable(v.string());
export const decimalOrNull = v.nullable(decimalField);
export const timeOrNull = v.nullable(timeField);
export const idOrNull = v.nullable(idSchema);

export const countField = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
