/** The server's clock: epoch milliseconds in UTC. A port, so that tests and the simulation own the time. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
