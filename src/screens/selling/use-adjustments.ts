import { useEffect, useMemo, useRef } from 'react';

/** Quantities that leaving their field changed, until the next press begins. */
export interface Adjustments {
  /** The amount in this line's quantity field became another one. */
  note: (lineKey: number) => void;
  /** The lines that the press under way has changed. */
  ofThisPress: () => ReadonlySet<number>;
}

/**
 * The tap on 'Create sale' leaves the quantity field first, which makes 1 of what is no quantity. That press must not save
 * what nobody has seen yet (X-TYPE-04); the next one may.
 */
export function useAdjustments(): Adjustments {
  const keys = useRef(new Set<number>());
  useEffect(() => {
    const gone = new AbortController();
    const forget = () => keys.current.clear();
    for (const press of ['pointerdown', 'keydown'])
      window.addEventListener(press, forget, { capture: true, signal: gone.signal });
    return () => gone.abort();
  }, []);
  return useMemo(
    () => ({
      note: (lineKey) => void keys.current.add(lineKey),
      ofThisPress: () => new Set(keys.current),
    }),
    [],
  );
}
