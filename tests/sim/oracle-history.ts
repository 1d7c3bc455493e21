import { createOracle, type Oracle } from './oracle.ts';

/** An oracle that can go back, as a server does that is restored: it replays everything up to the backup. */
export interface OracleHistory extends Oracle {
  /** Returns a function that goes back to the present state. */
  backUp(): () => void;
}

export function createOracleHistory(seeded: Parameters<typeof createOracle>[0]): OracleHistory {
  let oracle = createOracle(seeded);
  const told: ((to: Oracle) => void)[] = [];
  const tell = (what: (to: Oracle) => void): void => {
    told.push(what);
    what(oracle);
  };
  return {
    addStranger: (...facts) => tell((to) => to.addStranger(...facts)),
    learn: (...facts) => tell((to) => to.learn(...facts)),
    learnSettled: (...facts) => tell((to) => to.learnSettled(...facts)),
    forgetRemoved: () => tell((to) => to.forgetRemoved()),
    place: (order) => tell((to) => to.place(order)),
    expect(decision, author, refused) {
      // A copy, because the caller changes the map afterwards.
      const then = new Map(refused);
      tell((to) => to.expect(decision, author, then));
    },
    compare: (rows) => oracle.compare(rows),
    backUp() {
      const count = told.length;
      return () => {
        oracle = createOracle(seeded);
        told.length = count;
        for (const what of told) what(oracle);
      };
    },
  };
}
