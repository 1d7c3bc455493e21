import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';

const tooOld = readFileSync('src/too-old.js', 'utf8');

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  // jsdom lacks this property, which every supported browser has.
  Object.defineProperty(HTMLScriptElement.prototype, 'noModule', { value: false, configurable: true });
  vi.stubGlobal('BroadcastChannel', class {});
  runInThisContext(tooOld);
});

const cannotRead = () =>
  window.dispatchEvent(new ErrorEvent('error', { message: "Uncaught SyntaxError: Unexpected token '?'" }));
const sentence = () => document.querySelector('[role=alert] h1')?.textContent;

test('R-BROW-10 a browser that cannot read the app is told that it is too old', () => {
  expect(sentence()).toBeUndefined();
  cannotRead();
  expect(sentence()).toBe('This browser is too old for Kaunta');
});

test('R-BROW-10 an app that stands there is not taken away over what else a browser could not read', () => {
  document.getElementById('root')?.append('Counter');
  cannotRead();
  expect(sentence()).toBeUndefined();
  expect(document.getElementById('root')?.style.display).toBe('');
});
