import type { Pressure } from '../../../server/account/guess-pressure.ts';
import type { PressureStore } from '../../../server/account/stranger-limit.ts';

/** The pressure levels in memory instead of the database, for tests that try ten thousand times. */
export function memoryPressures(): PressureStore & { levels: Map<string, Pressure> } {
  const levels = new Map<string, Pressure>();
  const used = new Set<string>();
  return {
    levels,
    change: (_first, subjects, _nowMs, work) =>
      work({
        levels: new Map(subjects.flatMap((subject) => entryOf(levels, subject))),
        write: async (written) => {
          for (const { subject, ...pressure } of written) levels.set(subject, pressure);
        },
        spend: async ({ id }) => !used.has(id) && used.add(id) !== undefined,
      }),
  };
}

function entryOf(levels: ReadonlyMap<string, Pressure>, subject: string): [string, Pressure][] {
  const pressure = levels.get(subject);
  return pressure ? [[subject, pressure]] : [];
}
