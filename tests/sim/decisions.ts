import { createActSource } from '../../sync/protocol/act.ts';
import { discardAct, isDecidable, retryAct } from '../../sync/replica/decide.ts';
import { mintedBy } from '../../sync/replica/read-act.ts';
import { type RowKey, rowKeyText } from '../../sync/protocol/tables.ts';
import { StorageFailure } from '../../sync/store/database/storage-failure.ts';
import type { Device } from './device.ts';
import { createChance } from './random.ts';
import type { Task } from './scheduler.ts';
import type { World } from './world.ts';

/** A person who sometimes opens the list of changes that were not accepted, and discards or retries some (SYN-5). */
export function startDeciding(world: World, device: Device, task: Task): void {
  const { scheduler, plan } = world;
  const chance = createChance(plan.seed, `${task.name} decides`);
  const database = device.openDatabase(task);
  const acts = createActSource(createChance(plan.seed, `${task.name} acts of decisions ${scheduler.nowMs()}`));
  const noteRetried = (key: RowKey): unknown => world.retriedRows.add(rowKeyText(key));

  async function look(): Promise<void> {
    for (;;) {
      await scheduler.sleep(task, Math.round(device.plan.actEveryMs * chance.between(1, 4)));
      if (!world.isOpen) return;
      const refused = [...device.database.inspect().outbox.values()].filter(isDecidable);
      if (refused.length === 0) continue;
      await decide(chance.pick(refused).seq, chance.odds(0.5));
    }
  }

  async function decide(seq: number, isRetry: boolean): Promise<void> {
    const nowMs = device.clock.nowMs();
    try {
      const result = await database.write(async (tx) => {
        const { nextSeq } = await tx.meta.getState();
        const decided = isRetry ? await retryAct(tx, seq, nowMs, acts) : await discardAct(tx, seq, nowMs);
        for (const entry of await tx.outbox.all()) if (entry.seq >= nextSeq) mintedBy(entry.wire).forEach(noteRetried);
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
