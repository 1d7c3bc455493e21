import { exportOutbox, sendOutboxFile } from '../../sync/engine/outbox-file.ts';
import { type OutboxFile, readOutboxFile } from '../../sync/protocol/outbox-file.ts';
import type { Device } from './device.ts';
import { createTransport } from './network.ts';
import { createChance } from './random.ts';
import { hold } from './violation.ts';
import type { World } from './world.ts';

const EVERY_MS = 90_000;
const FILES_MAX = 4;

/** An exported file, as a person keeps it or sends it to a colleague. */
interface KeptFile {
  writer: Device;
  text: string;
  /** The number of restores before it was written. */
  restoreCount: number;
}

/** People export waiting changes to files, and import such files, also twice, on any device (SYN-27). */
export function startFiles(world: World): void {
  const { scheduler, plan } = world;
  if (!plan.hasFiles) return;
  const chance = createChance(plan.seed, 'files');
  const task = scheduler.createTask('files');
  const random = createChance(plan.seed, 'clients of files');
  const files: KeptFile[] = [];

  async function live(): Promise<void> {
    for (;;) {
      await scheduler.sleep(task, Math.round(EVERY_MS * (0.2 + chance.below(160) / 100)));
      if (!world.isOpen) return;
      const open = world.devices.filter((device) => device.isOn && device.line.caller && !isSealed(device));
      if (open.length === 0) continue;
      const device = chance.pick(open);
      if (files.length === 0 || chance.odds(0.5)) await write(device);
      else await bring(device, chance.pick(files));
    }
  }

  async function write(device: Device): Promise<void> {
    const text = await exportOutbox(device.openDatabase(task), device.clock.nowMs());
    if (text === null) return;
    world.book.onFile(fileOf(text).mutations);
    files.push({ writer: device, text, restoreCount: world.restoreCount });
    if (files.length > FILES_MAX) files.shift();
    world.note(device.name, 'writes a file');
  }

  async function bring(device: Device, { writer, text, restoreCount }: KeptFile): Promise<void> {
    const file = fileOf(text);
    if (file.businessId !== device.plan.businessId) return;
    const result = await sendOutboxFile({ transport: createTransport(world, device.line, task), random }, file);
    world.note(device.name, `brings a file of ${writer.name}: ${JSON.stringify(result)}`);
    if (result.kind !== 'sent') return;
    world.reach('a file brought');
    if (writer !== device) world.reach('a file brought by another device');
    if (world.restoreCount > restoreCount) world.reach('a file brought to a restored server');
  }

  void live().catch((error: unknown) => world.fail(error));
}

const isSealed = (device: Device): boolean => Boolean(device.database.inspect().state.sealed);

function fileOf(text: string): OutboxFile {
  const read = readOutboxFile(text);
  hold(read.ok, '1', () => `a file that was written cannot be read: ${JSON.stringify(read)}`);
  return read.value;
}
