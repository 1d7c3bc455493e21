import { useEffect } from 'react';

/*
 * A toast is as low in the window as it can be without covering what must stay free (R-PLACE-20, decisions/0049):
 * elements fixed at an edge, the back link, tabs, the open bell, and in a dialog its title, its amounts, its errors,
 * its fields and its buttons.
 */

const VARIABLE = '--k-toast-bottom';
const MARK = 'data-toast';

/** The distance of a toast to the window's edge and to the element below it. */
const GAP_PX = 8;

const ON_SCREEN =
  '.k-top-bar, .k-main-nav, .k-sticky-header, .k-action-bar, .k-charge-bar, .k-finished, .k-notifications, [role="tablist"]';

/**
 * Parts of the topmost dialog that a toast must not cover. The payment keys are left out: they are too many, and can be
 * scrolled out from under a toast.
 */
const IN_DIALOG =
  '.mantine-Modal-header, .k-payment-due, .k-payment-foot, [role="alert"], :is(input, textarea, select, button):not(.k-payment-parts *)';

type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * While there is a toast, sets `--k-toast-bottom` of the toasts to its distance from the window's lower edge, and marks
 * the document with `data-toast`.
 */
export function useToastPlace(): void {
  useEffect(() => {
    const root = document.documentElement;
    let frame: number | null = null;
    const place = () => {
      frame = null;
      const toast = document.querySelector('.k-toast');
      root.toggleAttribute(MARK, toast !== null);
      const toasts = toast?.closest<HTMLElement>('.k-toasts');
      if (!toast || !toasts) return;
      const bottom = Math.round(window.innerHeight - GAP_PX - lowestBottom(toast.getBoundingClientRect()));
      toasts.style.setProperty(VARIABLE, `${bottom}px`);
    };
    const soon = () => {
      frame ??= requestAnimationFrame(place);
    };
    const observer = new MutationObserver(soon);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', soon);
    // A dialog slides in: its place is final only after the transition.
    document.addEventListener('transitionend', soon);
    return () => {
      if (frame !== null) cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', soon);
      document.removeEventListener('transitionend', soon);
      root.removeAttribute(MARK);
    };
  }, []);
}

/**
 * Returns the lowest free bottom edge, in px from the window's top. If nothing is free, this is the window's lower
 * edge.
 */
function lowestBottom({ left, right, height }: DOMRect): number {
  const beside = keptFree().filter((edges) => edges.left < right && edges.right > left);
  const lowest = window.innerHeight - GAP_PX;
  let bottom = lowest;
  for (;;) {
    const top = bottom - height;
    const inTheWay = beside.filter((edges) => edges.top < bottom && edges.bottom > top);
    if (inTheWay.length === 0) return bottom;
    bottom = Math.min(...inTheWay.map((edges) => edges.top)) - GAP_PX;
    if (bottom - height < 0) return lowest;
  }
}

function keptFree(): Edges[] {
  const dialog = [...document.querySelectorAll('.mantine-Modal-content')].at(-1);
  if (dialog === undefined) return [...document.querySelectorAll(ON_SCREEN)].map(edgesOf).filter(isSeen);
  const seen = edgesOf(dialog);
  return [...dialog.querySelectorAll(IN_DIALOG)].map((element) => within(edgesOf(element), seen)).filter(isSeen);
}

const edgesOf = (element: Element): Edges => element.getBoundingClientRect();

/** Returns the visible part of an element: a part that is scrolled out of view in a dialog cannot be covered. */
const within = (edges: Edges, seen: Edges): Edges => ({
  left: edges.left,
  right: edges.right,
  top: Math.max(edges.top, seen.top),
  bottom: Math.min(edges.bottom, seen.bottom),
});

const isSeen = ({ left, right, top, bottom }: Edges): boolean => right > left && bottom > top;
