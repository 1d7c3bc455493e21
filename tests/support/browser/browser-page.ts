import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach, vi } from 'vitest';
import { PATIENTLY } from '../patience.ts';

// Parts of a page that Mantine needs and jsdom lacks.
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
  // Tests of other widths replace this.
  writable: true,
  configurable: true,
});

// jsdom's own animation frames depend on one timer, and stop for good once a test has faked it. These use the real
// clock.
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

/** Reports everything as visible; tests of scrolling replace this. */
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
// A field that grows with its text waits for fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

// React's development build takes a stack trace for each element, up to ten thousand a second, for its warnings. That
// is a fifth of the processor time of a screen's test. Here its own limit always counts as reached.
const REACT_INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals: unknown = Reflect.get(React, REACT_INTERNALS);
if (typeof internals !== 'object' || internals === null) throw new Error('React has moved its internals');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
  configurable: true,
});

// Only the error that ends a wait prints the page, not each failing look before it. That saves a tenth of the processor
// time.
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: PATIENTLY.timeout,
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? new Error(message ?? '')
      : getElementError(message, container),
});

afterEach(cleanup);
