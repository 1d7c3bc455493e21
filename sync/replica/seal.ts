import { idsByTable, type RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';
import type { BaseRow } from '../ports.ts';
import { type RowKey, rowKeyText } from '../protocol/tables.ts';
import { mintedBy } from './read-act.ts';
import { rebuildRows } from './rebuild.ts';
import { writeRows } from './row-counts.ts';

/**
 * Removes the shop's rows at a logout while changes wait. The outbox stays for its author, together with the rows that
 * it created and that exist nowhere else: an entry that is unfit at the next sign-in could not create them again
 * (SYN-24). All else is removed before this resolves; `unsealReplica` shows the rest at the author's next sign-in.
 */
export async function sealReplica(tx: LocalTx): Promise<void> {
  const state = await tx.meta.getState();
  const brought = await broughtRows(tx);
  // The rows that contained the lost acts are removed, so from now on these acts are ordinary waiting entries.
  const lost = (await tx.outbox.all()).filter((entry) => entry.isLost);
  await tx.outbox.put(lost.map(({ isLost: _isLost, ...entry }) => entry));
  await tx.rows.clear();
  await writeRows(tx, brought);
  await tx.bases.remove((await tx.bases.all()).map((base) => base.key));
  await tx.staging.clear();
  await tx.meta.putState({
    ...state,
    sealed: true,
    // Without rows the new copy is fetched as on a new device. A restored server is still healed first.
    resync: state.resync?.isRestored
      ? {
          ...state.resync,
          phase: 'healing',
          epoch: null,
          cookie: null,
          historyLeft: true,
          lostSeq: null,
          refusedSeqs: [],
        }
      : null,
    cookie: null,
    version: 0,
    projection: null,
    historyLeft: true,
    snapshotComplete: false,
  });
}

async function broughtRows(tx: LocalTx): Promise<RowChange[]> {
  const keys = (await tx.outbox.all())
    .filter((entry) => entry.unfit !== 'id_clash')
    .flatMap(({ wire }) => mintedBy(wire));
  const brought: RowChange[] = [];
  for (const [table, ids] of idsByTable(keys)) {
    for (const row of await tx.rows.get(table, ids))
      if (row) brought.push({ table, id: row.id, before: undefined, after: row });
  }
  return brought;
}

/** Shows the waiting acts again at the author's next sign-in. The rows of the next pull come under them later. */
export async function unsealReplica(tx: LocalTx): Promise<void> {
  const sealed = await tx.meta.getState();
  if (!sealed.sealed) return;
  const state = { ...sealed, sealed: false };
  await tx.meta.putState(state);
  const seqsByKey = new Map<string, { key: RowKey; seqs: number[] }>();
  for (const entry of await tx.outbox.all()) {
    for (const key of entry.touched) {
      const text = rowKeyText(key);
      const found = seqsByKey.get(text) ?? { key, seqs: [] };
      found.seqs.push(entry.seq);
      seqsByKey.set(text, found);
    }
  }
  await tx.bases.put(
    [...seqsByKey].map(([text, { key, seqs }]): BaseRow => ({
      key: text,
      ...key,
      row: null,
      seqs,
      next: null,
      staged: 0,
    })),
  );
  await rebuildRows(
    tx,
    state,
    [...seqsByKey.values()].map(({ key }) => key),
  );
}
