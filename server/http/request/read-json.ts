import * as v from 'valibot';
import type { AppContext } from '../context.ts';
import type { RefusalDetail } from '../answers/refusal.ts';
import { ApiError, badRequest } from '../errors.ts';
import { parseJson } from './parse-json.ts';

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Parses the request's JSON body by the schema. A body that is no JSON is answered with 400; a broken rule with 422 and
 * the rule's own message for each field. The response never repeats the input, which may hold a PIN.
 * @param refuse throws for input that the schema would ignore
 */
export async function readJson<Schema extends v.GenericSchema>(
  c: AppContext,
  schema: Schema,
  refuse: (body: unknown) => void = () => undefined,
): Promise<v.InferOutput<Schema>> {
  if (!JSON_TYPE.test(c.req.header('content-type') ?? ''))
    throw badRequest('Send JSON in UTF-8, with the content type application/json.');
  const body = parseJson(await readText(c));
  // Refuses a list. The schemas count a list as an object, so one would pass if all fields are optional.
  if (Array.isArray(body)) throw invalidInput([{ path: '', message: 'Send a JSON object, not a list' }]);
  refuse(body);
  return judge(schema, body);
}

/** Parses a body as `readJson` does; no body counts as an empty object (R-API-17). */
export async function readOptionalJson<Schema extends v.GenericSchema>(
  c: AppContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return (await readText(c)).trim() === '' ? judge(schema, {}) : await readJson(c, schema);
}

async function readText(c: AppContext): Promise<string> {
  try {
    return decodeUtf8(await c.req.arrayBuffer());
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('The request broke off.');
  }
}

/** Decodes UTF-8. Throws for other bytes, because they would be stored as text that the caller did not mean. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The request is not UTF-8 text.');
  }
}

/** Parses any input by a schema, and refuses it as `readJson` does. */
export function judge<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  // Stops at a field's first broken rule, so that no rule searches a text that is too long.
  const parsed = v.safeParse(schema, input, { abortPipeEarly: true });
  if (!parsed.success) throw invalidInput(firstIssuePerPath(parsed.issues));
  if (!isStorable(parsed.output))
    throw invalidInput([{ path: '', message: 'Some text has characters that cannot be stored' }]);
  return parsed.output;
}

export function invalidInput(details: readonly RefusalDetail[]): ApiError {
  return new ApiError(422, 'Invalid input', details[0]?.message ?? 'The request is not valid.', { details });
}

function firstIssuePerPath(issues: readonly v.BaseIssue<unknown>[]): RefusalDetail[] {
  const messagesByPath = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? '';
    if (!messagesByPath.has(path)) messagesByPath.set(path, sentenceOf(issue));
  }
  return [...messagesByPath].map(([path, message]) => ({ path, message }));
}

/** Replaces valibot's default message, because it quotes the input. */
const sentenceOf = (issue: v.BaseIssue<unknown>): string =>
  issue.message.endsWith(`received ${issue.received}`) ? 'This is not valid' : issue.message;

/**
 * True if PostgreSQL can store all texts: it stores neither NUL nor half a surrogate pair, and would fail with a 500.
 */
export function isStorable(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return false;
    if (typeof next === 'object' && next !== null)
      for (const entry of Object.entries(next)) for (const part of entry) rest.push(part);
  }
  return true;
}
