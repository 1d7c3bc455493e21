import { useCallback, useRef, useState } from 'react';

export interface OneAtATime {
  isBusy: boolean;
  /** Starts the work unless some is still going on: a second tap in the same blink does nothing (G60). */
  start: (work: () => Promise<void>) => void;
}

/**
 * Work that is over sooner than this shows no sign of going on: most is, and to draw a sign that flickers would hold
 * it up. The second tap is stopped from the first moment on.
 */
const SHOWN_AFTER_MS = 100;

/** For the button of whatever must happen once. The state disables it; the ref stops the tap that comes before that. */
export function useOneAtATime(): OneAtATime {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const start = useCallback((work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const timer = setTimeout(() => setBusy(true), SHOWN_AFTER_MS);
    void work().finally(() => {
      clearTimeout(timer);
      isRunning.current = false;
      setBusy(false);
    });
  }, []);
  return { isBusy, start };
}
