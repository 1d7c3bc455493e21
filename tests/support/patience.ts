/** For whatever is waited for: it comes at once on an idle machine, and a busy one is no reason to fail. */
export const PATIENTLY = { timeout: 30_000 };
