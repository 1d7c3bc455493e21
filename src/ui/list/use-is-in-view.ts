import { useEffect, useState, type RefObject } from 'react';

/** True while any part of the element is in view, between the bars that cover the page. */
export function useIsInView(
  element: RefObject<HTMLElement | null>,
  coveredPx: { top: number; bottom: number },
): boolean {
  const [isInView, setInView] = useState(true);
  const { top, bottom } = coveredPx;
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: `-${top}px 0px -${bottom}px 0px`,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, top, bottom]);
  return isInView;
}
