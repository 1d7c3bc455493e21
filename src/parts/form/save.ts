import type { MutationName } from '../../../sync/mutation/registry.ts';
import type { RunResult } from '../../../sync/replica/run-mutation.ts';
import { failureSentence, refusalSentence } from '../words.ts';

export type Saved<Name extends MutationName> =
  | (RunResult<Name> & { ok: true })
  | {
      ok: false;
      /** Why, in a sentence; null where nobody knows. */
      reason: string | null;
      /** The rule's sentence by the path of the argument that broke it. */
      issues: Readonly<Record<string, string>>;
    };

/** The same for what is kept beside the rows. */
export async function savedFiles(keeping: Promise<void>): Promise<{ ok: true } | { ok: false; reason: string | null }> {
  try {
    await keeping;
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: failureSentence(error) };
  }
}

/** Awaits a mutation. A refusal and a failed write are both returned as sentences; nothing is thrown. */
export async function saved<Name extends MutationName>(act: Promise<RunResult<Name>>): Promise<Saved<Name>> {
  try {
    const result = await act;
    if (result.ok) return result;
    const issues = result.error.code === 'invalid_args' ? result.error.issues : [];
    const [first] = issues;
    return {
      ok: false,
      reason: first ? first.message : refusalSentence(result.error.code),
      issues: Object.fromEntries(issues.toReversed().map(({ path, message }) => [path, message])),
    };
  } catch (error) {
    return { ok: false, reason: failureSentence(error), issues: {} };
  }
}
