import * as v from 'valibot';
import type { LocalTx } from '../../../sync/local-database.ts';

// A file of its own, so that the dashboard can count the parked sales without loading the code that stores a form's
// draft.

/**
 * Returns the id of the act that this draft makes when it is saved. The id is stored in the draft, because a save whose
 * result was lost may have made that act already. Undefined for a draft that an older build stored.
 */
export function keptActOf(kept: unknown): string | undefined {
  const parsed = v.safeParse(v.object({ act: v.string() }), kept);
  return parsed.success ? parsed.output.act : undefined;
}

/** True if the draft's act is in the outbox or the archive. Such a draft must not be offered again (R-BROW-12). */
export async function isSaved(tx: LocalTx, content: unknown): Promise<boolean> {
  const act = keptActOf(content);
  return act !== undefined && (await tx.outbox.ofOpening(act)) !== undefined;
}
