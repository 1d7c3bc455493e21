import * as v from 'valibot';
import { idSchema, parseRouteId } from '../../../domain/id.ts';
import { takes } from './takes.ts';
import { blankToNull } from './text.ts';

/** The id for text that is no id. No row has this id, so the text is refused as an unknown id. */
const NO_ID = -1;

const idOf = (given: unknown): number =>
  typeof given === 'number' || typeof given === 'string' ? (parseRouteId(String(given)) ?? NO_ID) : NO_ID;

const idOrText = v.union([idSchema, v.pipe(v.string(), v.regex(/^\d{1,16}$/))]);
const blank = v.pipe(v.string(), v.regex(/^\s*$/));

/** The id of another row, as a number or as text. Other input becomes an id that no row has. */
export const referenceInput = v.pipe(v.unknown(), takes(idOrText), v.transform(idOf));

/** The id of another row, or null: absent, null and blank mean no row. */
export const optionalReferenceInput = v.pipe(
  v.unknown(),
  takes(v.nullable(v.union([idOrText, blank]))),
  v.transform((given) => (blankToNull(given) === null ? null : idOf(given))),
);
