/** Options for every wait: on an idle machine it ends at once, and a busy machine must not make a test fail. */
export const PATIENTLY = { timeout: 30_000 };
