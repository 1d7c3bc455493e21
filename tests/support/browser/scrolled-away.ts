import { act } from '@testing-library/react';
import { vi } from 'vitest';

export interface ScrolledPage {
  /** The elements that the page observes. */
  readonly observed: readonly Element[];
  /** All of it comes into view, or goes out of it. */
  scroll: (isInView: boolean) => void;
}

/** Draws something in a page that scrolls: a test's own page has no layout. */
export async function drawScrollable(draw: () => Promise<unknown>): Promise<ScrolledPage> {
  const observers: IntersectionObserverCallback[] = [];
  const observed: Element[] = [];
  class Scrolled extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback) {
      super(callback);
      observers.push(callback);
    }
    override observe(element: Element) {
      observed.push(element);
    }
  }
  const before = IntersectionObserver;
  vi.stubGlobal('IntersectionObserver', Scrolled);
  await draw();
  vi.stubGlobal('IntersectionObserver', before);
  const scroll = (isIntersecting: boolean) =>
    act(() =>
      observers.forEach((tell) => tell([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver)),
    );
  return { observed, scroll };
}
