import { useEffect, useState } from 'react';

/** The longest wait that a browser's timer takes. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** The time, told again when `untilMs` of it is reached: for what holds until the day ends. */
export function useNow(untilMs: (nowMs: number) => number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const nextMs = untilMs(nowMs);
  useEffect(() => {
    const waitMs = Math.min(TIMER_MS_MAX, Math.max(0, nextMs - Date.now()));
    const timer = setTimeout(() => setNowMs(Date.now()), waitMs);
    return () => clearTimeout(timer);
  }, [nextMs]);
  return nowMs;
}
