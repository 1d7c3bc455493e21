import { isClash } from '../../sync/protocol/outcome.ts';
import { discardAct, isDecidable, retryAct } from '../../sync/replica/decide.ts';
import { mintedBy } from '../../sync/replica/known-act.ts';
import { type RowKey, rowKeyText } from '../../sync/protocol/tables.ts';
import { StorageFailure } from '../../sync/store/storage-failure.ts';
import type { Device } from './device.ts';
import { createChance } from './random.ts';
import type { Task } from './scheduler.ts';
import type { World } from './world.ts';

/** A person who now and then looks at what was not accepted, and discards or retries some of it (SYN-5). */
export function startDeciding(world: World, device: Device, task: Task): void {
  const { scheduler, plan } = world;
  const chance = createChance(plan.seed, `${task.name} decides`);
  const database = device.openDatabase(task);
  const noteRetried = (key: RowKey): unknown => world.retriedRows.add(rowKeyText(key));

  async function look(): Promise<void> {
    for (;;) {
      await scheduler.sleep(task, Math.round(device.plan.actEveryMs * chance.between(1, 4)));
      if (!world.isOpen) return;
      const { outbox, state } = device.database.inspect();
      const refused = [...outbox.values()].filter(
        // What clashed sends itself again as soon as it has ids.
        (entry) => isDecidable(entry) && !(entry.outcome && isClash(entry.outcome)),
      );
      // Of two copies each may send it again; that it is one act, only the server's refusal of its id tells.
      if (refused.length === 0 || world.touchedClients.has(state.clientId)) continue;
      await decide(chance.pick(refused).seq, chance.odds(0.5));
    }
  }

  async function decide(seq: number, isRetry: boolean): Promise<void> {
    const act = isRetry ? retryAct : discardAct;
    try {
      const result = await database.write(async (tx) => {
        const { nextSeq } = await tx.getState();
        const decided = await act(tx, seq, device.clock.nowMs());
        for (const entry of await tx.outbox()) if (entry.seq >= nextSeq) mintedBy(entry.wire).forEach(noteRetried);
        return decided;
      });
      world.note(task.name, `${isRetry ? 'retries' : 'discards'} ${seq}: ${JSON.stringify(result)}`);
      if (!result.ok) return;
      world.reach(isRetry ? 'retried by a person' : 'discarded by a person');
      device.wake(true, chance.below(1_500));
    } catch (error) {
      if (!(error instanceof StorageFailure)) return world.fail(error);
      world.reach('quota abort');
    }
  }

  void look().catch((error: unknown) => world.fail(error));
}
