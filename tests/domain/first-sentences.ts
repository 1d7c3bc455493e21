import * as v from 'valibot';

/** Returns the messages shown beside the fields: the first one for each path, as in every form. */
export function firstSentences(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const result = v.safeParse(schema, input);
  const sentences: Record<string, string> = {};
  for (const issue of result.issues ?? []) sentences[v.getDotPath(issue) ?? ''] ??= issue.message;
  return sentences;
}

/** Returns the first message about a single value; undefined if it is valid. */
export function firstSentence(schema: v.GenericSchema, input: unknown): string | undefined {
  return v.safeParse(schema, input).issues?.[0]?.message;
}
