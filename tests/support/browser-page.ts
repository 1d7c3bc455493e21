import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { PATIENTLY } from './patience.ts';

// Parts of a page that jsdom lacks and Mantine asks for.
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({
    media,
    matches: false,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
  // A test of another width brings its own.
  writable: true,
  configurable: true,
});

// jsdom's own frames hang on one timer, and never come again once a test had it faked. These come by the real clock.
const { setTimeout: afterMs, clearTimeout: forget } = globalThis;
const FRAME_MS = 16;
Object.assign(window, {
  requestAnimationFrame: (draw: FrameRequestCallback) => Number(afterMs(() => draw(performance.now()), FRAME_MS)),
  cancelAnimationFrame: (frame: number) => forget(frame),
});

class NeverResized implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', NeverResized);

/** Everything is in view; a test of scrolling brings its own. */
class AlwaysInView implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
vi.stubGlobal('IntersectionObserver', AlwaysInView);
// A field that grows with its text asks when fonts have come.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

configure({ asyncUtilTimeout: PATIENTLY.timeout });

afterEach(cleanup);
