import { useEffect, useState } from 'react';

/** The most that the time may lag: a device that slept ran no timers, and its clock may have been set. */
const LOOK_AGAIN_MS = 60_000;

/** Events after which a page may have slept. */
const WAKES = ['focus', 'pageshow', 'online'] as const;

/** Calls back, until the signal, when the page may have slept: what it shows may be old (X-TYPE-40). */
export function onWake(look: () => void, signal: AbortSignal): void {
  for (const wake of WAKES) window.addEventListener(wake, look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
}

/**
 * Returns the time. Reads it again when it reaches `untilMs` (such as the end of the day), and when the page is seen
 * again. It is at most a minute late, whatever the timers did (X-TYPE-40).
 */
export function useNow(untilMs: (nowMs: number) => number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const nextMs = untilMs(nowMs);
  useEffect(() => {
    const gone = new AbortController();
    const look = () => {
      const currentMs = Date.now();
      if (currentMs >= nextMs || currentMs < nowMs - LOOK_AGAIN_MS) setNowMs(currentMs);
    };
    const timer = setTimeout(look, Math.min(LOOK_AGAIN_MS, Math.max(0, nextMs - Date.now())));
    const interval = setInterval(look, LOOK_AGAIN_MS);
    onWake(look, gone.signal);
    return () => {
      clearTimeout(timer);
      clearInterval(interval);
      gone.abort();
    };
  }, [nextMs, nowMs]);
  return nowMs;
}
