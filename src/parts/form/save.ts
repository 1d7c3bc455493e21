import type { MutationName } from '../../../sync/mutation/registry.ts';
import type { RunResult } from '../../../sync/replica/run-mutation.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import { failureSentence, refusalSentence } from '../words.ts';

export type Saved<Name extends MutationName> =
  | (RunResult<Name> & { ok: true })
  | {
      ok: false;
      /** Why, as a message; null if it is not known. */
      reason: string | null;
      /** Messages by the path of the invalid argument. */
      issues: Readonly<Record<string, string>>;
      /** True if it may be on the device all the same: whoever saves again must say the same again (SYN-1). */
      mayBeSaved: boolean;
    };

/** The result of saving something that is stored beside the rows. */
export async function savedFiles(keeping: Promise<void>): Promise<{ ok: true } | { ok: false; reason: string | null }> {
  try {
    await keeping;
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: failureSentence(error) };
  }
}

/** Awaits a mutation. A refusal and a failed write are both returned with a message; nothing is thrown. */
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
      mayBeSaved: false,
    };
  } catch (error) {
    const mayBeSaved = error instanceof StorageFailure && error.kind === 'unsure';
    return { ok: false, reason: failureSentence(error), issues: {}, mayBeSaved };
  }
}
