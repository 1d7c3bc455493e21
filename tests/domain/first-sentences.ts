import * as v from 'valibot';

/** The sentences that a person reads beside the fields: the first one per path, as every form shows them. */
export function firstSentences(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const result = v.safeParse(schema, input);
  const sentences: Record<string, string> = {};
  for (const issue of result.issues ?? []) sentences[v.getDotPath(issue) ?? ''] ??= issue.message;
  return sentences;
}

/** The first sentence about a single value, or undefined when it is welcome. */
export function firstSentence(schema: v.GenericSchema, input: unknown): string | undefined {
  return v.safeParse(schema, input).issues?.[0]?.message;
}
