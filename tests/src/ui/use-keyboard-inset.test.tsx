import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useKeyboardInset } from '../../../src/ui/use-keyboard-inset.ts';

const inset = () => document.documentElement.style.getPropertyValue('--k-keyboard');

/** The part of the window that a person sees. */
class VisiblePart extends EventTarget {
  height = 800;
  offsetTop = 0;
  scale = 1;
  change(event: 'resize' | 'scroll', part: Partial<Pick<VisiblePart, 'height' | 'offsetTop' | 'scale'>>) {
    Object.assign(this, part);
    this.dispatchEvent(new Event(event));
  }
}

afterEach(() => vi.unstubAllGlobals());

function showBar(part: VisiblePart | null) {
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('visualViewport', part);
  return renderHook(() => useKeyboardInset());
}

test('bars stand above the keyboard: by the height that it covers, also where the page moved up under it', () => {
  const part = new VisiblePart();
  part.height = 500.4;
  showBar(part);
  expect(inset()).toBe('300px');
  part.change('resize', { height: 800 });
  expect(inset()).toBe('0px');
  part.change('resize', { height: 500 });
  part.change('scroll', { offsetTop: 120 });
  expect(inset()).toBe('180px');
  // A toolbar of the browser that goes away makes the part higher than the window for a moment.
  part.change('scroll', { height: 850, offsetTop: 0 });
  expect(inset()).toBe('0px');
});

test('zooming in makes the visible part smaller, and is no keyboard', () => {
  const part = new VisiblePart();
  showBar(part);
  part.change('resize', { height: 400, scale: 2 });
  expect(inset()).toBe('0px');
  part.change('resize', { height: 400, scale: 1 });
  expect(inset()).toBe('400px');
});

test('with the screen its measure goes, and what moves later is not measured', () => {
  const part = new VisiblePart();
  part.height = 500;
  const { unmount } = showBar(part);
  expect(inset()).toBe('300px');
  unmount();
  expect(inset()).toBe('');
  part.change('resize', {});
  part.change('scroll', {});
  expect(inset()).toBe('');
});

test('a browser that does not tell of its visible part has no measure', () => {
  showBar(null);
  expect(inset()).toBe('');
});
