import { useEffect, useState, type ComponentType } from 'react';
import { hasKeptPlaces } from '../state/kept-places.ts';

type PlacesComponent = ComponentType<{ mainId: string }>;

/** Events that come before or with the first scroll or tap. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'scroll'];

/**
 * Loads the component that stores scroll positions, after the first load: an untouched page is at its top. If this tab
 * has positions from before a reload, it is loaded at once. A failed load is retried at the next touch; until then
 * lists begin at their top.
 */
export function LaterPlaces({ mainId }: { mainId: string }) {
  const [Places, setPlaces] = useState<PlacesComponent | null>(null);
  const isMissing = Places === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    const gone = new AbortController();
    const load = () => {
      import('./places.tsx').then(
        (module) => !gone.signal.aborted && setPlaces(() => module.Places),
        () => undefined,
      );
    };
    if (hasKeptPlaces()) load();
    for (const touch of TOUCHES)
      window.addEventListener(touch, load, { capture: true, passive: true, signal: gone.signal });
    return () => gone.abort();
  }, [isMissing]);
  return Places === null ? null : <Places mainId={mainId} />;
}
