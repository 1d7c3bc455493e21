import type { MutationName } from '../../sync/mutation/registry.ts';
import type { ArgumentTools } from '../../sync/replica/run-mutation.ts';
import type { Disk } from '../support/memory/memory-disk.ts';
import type { Chance } from './random.ts';

/** An act that a person is about to do, based on what the screen shows. */
export interface Intent {
  name: MutationName;
  build(tools: ArgumentTools): Record<string, unknown>;
}

/** The screen that a person looks at, and their mood. */
export type Look = { disk: Disk; chance: Chance; tag: string; isPoison: boolean };

export const someOf = <T>(chance: Chance, rows: ReadonlyMap<number, T>): T | null =>
  rows.size === 0 ? null : chance.pick([...rows.values()]);
