import * as v from 'valibot';
import { countField } from '../answers/field.ts';

/** A body that is no JSON, by its media types. */
export interface OtherMedia {
  mediaTypes: readonly string[];
  /** Its content, as JSON Schema. */
  schema?: object;
}

/**
 * A call's input and answer, by the same schemas that its route parses with and its answers are typed by. Its
 * permissions, its path parameters and its refusals follow from the call itself.
 */
export interface DescribedCall {
  summary: string;
  query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  body?: v.GenericSchema | OtherMedia;
  /** The same may come as a form with files (C-093). */
  form?: v.GenericSchema;
  isBodyOptional?: true;
  /** May be repeated under an Idempotency-Key, as every mutation may. */
  takesKey?: true;
  /** 201 for what makes a row, else 200. */
  status?: 201;
  answer: v.GenericSchema | OtherMedia;
  /** How it is refused where that is not the one shape of refusals, by status. */
  refusedWith?: Readonly<Record<number, v.GenericSchema | OtherMedia>>;
}

/** The envelope of C-150 around one thing. */
export const data = (schema: v.GenericSchema): v.GenericSchema =>
  v.object({ success: v.literal(true), message: v.optional(v.string()), data: schema });

const paginationSchema = v.object({ page: countField, limit: countField, total: countField, totalPages: countField });

/** The same around a page of rows (C-158). */
export const pageOf = (row: v.GenericSchema): v.GenericSchema =>
  v.object({
    success: v.literal(true),
    data: v.array(row),
    pagination: paginationSchema,
    /** Ids of rows of this page that could not be read. */
    unreadable: v.optional(v.array(v.union([v.number(), v.string()]))),
  });

/** The same around nothing: the message says it all. */
export const said = data(v.null());

export const isOtherMedia = (body: v.GenericSchema | OtherMedia): body is OtherMedia => 'mediaTypes' in body;
