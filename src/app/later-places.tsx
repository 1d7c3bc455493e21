import { useEffect, useState, type ComponentType } from 'react';
import { hasKeptPlaces } from '../state/kept-places.ts';

type PlacesComponent = ComponentType<{ mainId: string }>;

/** What comes before the first scroll, and before the first tap. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'scroll'];

/**
 * The keeper of the lists' places, which is no part of a first load: a page that nobody has touched yet stands at its top.
 * Where this tab has places from before a reload it is fetched at once. What cannot be fetched is tried again with the next
 * touch; until then lists begin at their top.
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
