import { describe, expect, test, vi } from 'vitest';
import { completenessText } from '../../../../src/parts/list/completeness.ts';
import { listStateOf } from '../../../../src/parts/list/list-state.ts';
import type { FirstLoad } from '../../../../src/state/first-load.ts';
import { NOON_MS } from '../../../support/shop-rows.ts';

/* The states of a list until this device has its copy of the shop, and the note that a figure may be incomplete. */

describe('C-148 a list', () => {
  const retry = vi.fn<() => void>();
  const loads = {
    ready: { status: 'ready' },
    loading: { status: 'loading' },
    offline: { status: 'offline', retry },
    failed: { status: 'failed', message: 'HTTP error! status: 503', retry },
  } as unknown as Record<string, FirstLoad>;
  const stateWith = (load: string, page: { rows: number[]; total: number } | undefined) =>
    listStateOf(page, loads[load]!);
  const NONE = { rows: [], total: 0 };

  test.each(['ready', 'loading', 'offline', 'failed'])(
    'C-148 that has rows shows them while the copy is %s',
    (load) => {
      expect(stateWith(load, { rows: [7], total: 1 })).toEqual({ status: 'ready', rows: [7] });
      expect(stateWith(load, undefined)).toEqual({ status: 'loading' });
    },
  );

  test('C-148 without rows is empty only once there is a copy; before that it says why there is none', () => {
    expect(stateWith('ready', NONE)).toEqual({ status: 'ready', rows: [] });
    expect(stateWith('loading', NONE)).toEqual({ status: 'loading' });
    expect(stateWith('offline', NONE)).toEqual({
      ...{ status: 'failed', onRetry: retry },
      message: 'You are offline. Connect to the internet to load your shop.',
    });
    expect(stateWith('failed', NONE)).toEqual({ status: 'failed', message: 'HTTP error! status: 503', onRetry: retry });
  });
});

describe('the reach of a figure', () => {
  const text = (lastSyncAtMs: number | null, pendingCount = 0) =>
    completenessText({ nowMs: NOON_MS, lastSyncAtMs, pendingCount }, 'Africa/Kampala');
  /** Midnight in the shop. */
  const DAY_BEGAN_MS = NOON_MS - 12 * 3_600_000;

  test('is the time of today, and the day too before today', () => {
    expect(text(NOON_MS)).toBe('Complete up to 12:00');
    expect(text(DAY_BEGAN_MS)).toBe('Complete up to 00:00');
    expect(text(DAY_BEGAN_MS - 1)).toMatch(/^Complete up to .*20 Nov 2026.*23:59$/);
    expect(text(DAY_BEGAN_MS + 24 * 3_600_000)).toMatch(/22 Nov 2026/);
  });

  test('is what this device knows where nothing ever came, and says what waits on it', () => {
    expect(text(null)).toBe('Only what this device knows');
    expect(text(null, 1)).toMatch(/^Only what this device knows · 1 .*on this device not sent$/);
    expect(text(NOON_MS, 2)).toMatch(/^Complete up to 12:00 · 2 .*on this device not sent$/);
  });
});
