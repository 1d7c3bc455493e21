import * as v from 'valibot';
import { countField } from '../answers/field.ts';

/** A body that is not JSON, with its media types. */
export interface OtherMedia {
  mediaTypes: readonly string[];
  /** The JSON Schema of the body. */
  schema?: object;
}

/**
 * The input and the response of a call. The schemas are those that the route parses with and that type its response.
 * Permissions, path parameters and refusals follow from the call's name.
 */
export interface DescribedCall {
  summary: string;
  query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  body?: v.GenericSchema | OtherMedia;
  /** The fields of the form with files that the call also accepts (C-093). */
  form?: v.GenericSchema;
  isBodyOptional?: true;
  /** The call accepts an Idempotency-Key. Every mutation does, so mutations leave this out. */
  takesKey?: true;
  /** 201 if the call creates a row; the default is 200. */
  status?: 201;
  answer: v.GenericSchema | OtherMedia;
  /** Responses to refusals that have another shape than the common one, by status. */
  refusedWith?: Readonly<Record<number, v.GenericSchema | OtherMedia>>;
}

/** Returns the schema of the envelope around one value (C-150). */
export const data = (schema: v.GenericSchema): v.GenericSchema =>
  v.object({ success: v.literal(true), message: v.optional(v.string()), data: schema });

const paginationSchema = v.object({ page: countField, limit: countField, total: countField, totalPages: countField });

/** Returns the schema of the envelope around a page of results (C-158). */
export const pageOf = (row: v.GenericSchema): v.GenericSchema =>
  v.object({
    success: v.literal(true),
    data: v.array(row),
    pagination: paginationSchema,
    /** Ids of rows of these results that could not be read. */
    unreadable: v.optional(v.array(v.union([v.number(), v.string()]))),
  });

/** The envelope without data; the message is the whole response. */
export const said = data(v.null());

export const isOtherMedia = (body: v.GenericSchema | OtherMedia): body is OtherMedia => 'mediaTypes' in body;
