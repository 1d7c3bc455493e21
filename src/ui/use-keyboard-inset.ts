import { useEffect } from 'react';

const VARIABLE = '--k-keyboard';

/** Sets `--k-keyboard` to the height that an on-screen keyboard covers, so that fixed bars can stand above it. */
export function useKeyboardInset(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      const { height, offsetTop, scale } = visualViewport;
      // Zooming in makes the visible part smaller too.
      const covered = scale === 1 ? window.innerHeight - height - offsetTop : 0;
      style.setProperty(VARIABLE, `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    visualViewport.addEventListener('resize', measure);
    visualViewport.addEventListener('scroll', measure);
    return () => {
      visualViewport.removeEventListener('resize', measure);
      visualViewport.removeEventListener('scroll', measure);
      style.removeProperty(VARIABLE);
    };
  }, []);
}
