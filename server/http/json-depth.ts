/** Whether arrays and objects stand within each other more than so many deep. Walks level by level, never by recursion. */
export function isDeeperThan(value: unknown, depthMax: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= depthMax; depth += 1) {
    level = level.flatMap(membersOf);
    if (level.length === 0) return false;
  }
  return true;
}

const membersOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
