import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach, vi } from 'vitest';
import { PATIENTLY } from '../patience.ts';

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

// React's development build takes a stack trace for each element, up to ten thousand a second, for its warnings to show.
// That is a fifth of what a test of a screen computes. Here it finds its own bound reached.
const REACT_INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals: unknown = Reflect.get(React, REACT_INTERNALS);
if (typeof internals !== 'object' || internals === null) throw new Error('React has moved its internals');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
  configurable: true,
});

// The page is printed once, by the error that ends the wait: not by each look before it, a tenth of what a test computes.
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: PATIENTLY.timeout,
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? new Error(message ?? '')
      : getElementError(message, container),
});

afterEach(cleanup);
