import * as v from 'valibot';

/**
 * Returns the schema of an object from a form or an API client. A missing field is reported like an empty one: at that
 * field, with the field's own message ('Phone number is required'). Unknown fields are dropped.
 */
export function inputObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, (issue: v.ObjectIssue) => string> {
  return v.object(entries, (issue) => {
    const key = issue.path?.[0]?.key;
    const entry = typeof key === 'string' ? entries[key] : undefined;
    return (entry && sentenceAboutNothing(entry)) ?? 'Please fill in the form';
  });
}

function sentenceAboutNothing(entry: v.ObjectEntries[string]): string | undefined {
  // Schemas of domain are synchronous; this check only satisfies the type.
  if (entry.async) return undefined;
  return v.safeParse(entry, '').issues?.[0]?.message;
}
