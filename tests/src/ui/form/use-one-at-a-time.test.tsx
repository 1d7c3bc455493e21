import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SavingWork, SPENT, useOneAtATime } from '../../../../src/ui/form/use-one-at-a-time.ts';

/** Renders the hook of a form, and counts the starts of its work. */
function formOf(opening: unknown = null, kept?: string) {
  let count = 0;
  const { result, rerender } = renderHook((props: { opening: unknown }) => useOneAtATime(props.opening, kept), {
    initialProps: { opening },
  });
  return {
    tap: (ends: () => Awaited<SavingWork>) =>
      act(async () => {
        result.current.start(async () => {
          count += 1;
          return ends();
        });
      }),
    openAnew: (next: unknown) => rerender({ opening: next }),
    goOn: () => act(async () => result.current.goOn()),
    act: () => result.current.act,
    count: () => count,
  };
}
const saved = (): Awaited<SavingWork> => SPENT;
const refused = (): Awaited<SavingWork> => undefined;

test('G60 a form that has saved is spent for as long as it is mounted', async () => {
  const form = formOf();
  await form.tap(saved);
  await form.tap(saved);
  await form.tap(saved);
  expect(form.count()).toBe(1);
});

test('G60 a form that was refused is corrected and saved, as the same act', async () => {
  const form = formOf();
  const begun = form.act();
  await form.tap(refused);
  await form.tap(saved);
  await form.tap(saved);
  expect([form.count(), form.act()]).toEqual([2, begun]);
});

test('G60 a dialog that stays mounted and is opened anew is another opening, and another act', async () => {
  const form = formOf(true);
  const begun = form.act();
  await form.tap(saved);
  form.openAnew(false);
  form.openAnew(true);
  await form.tap(saved);
  expect([form.count(), form.act() === begun]).toEqual([2, false]);
});

test('G60 each opening draws an act of 128 bits, unless one was kept with its draft', async () => {
  const acts = [formOf().act(), formOf().act()];
  for (const each of acts) expect(each).toMatch(/^[0-9a-f]{32}$/);
  expect(acts[0]).not.toBe(acts[1]);
  expect(formOf(null, 'kept').act()).toBe('kept');
});

test('G60 after a part was saved the form goes on as another act', async () => {
  const form = formOf();
  const begun = form.act();
  await form.tap(refused);
  await form.goOn();
  expect(form.act()).not.toBe(begun);
  await form.tap(saved);
  await form.tap(saved);
  expect(form.count()).toBe(2);
});
test('G60 a form that is gone while it saves shows no sign of it later', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { result, unmount } = renderHook(() => useOneAtATime());
  act(() => result.current.start(() => new Promise(() => undefined)));
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
