import { expect, test } from 'vitest';
import {
  mergedWithinMs,
  SECURITY_EVENT_GROUPS,
  SECURITY_EVENT_KEPT_MS,
  SECURITY_EVENT_KINDS,
} from '../../../domain/people/security-event.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('R-SEC-11 R-SEC-15 what a stranger or a program can repeat is merged for exactly an hour, nothing else is', () => {
  const merged = SECURITY_EVENT_KINDS.filter((kind) => mergedWithinMs(kind) > 0);
  expect(merged.toSorted()).toEqual([
    'code_refused',
    'code_requested',
    'exported',
    'pin_change_refused',
    'sign_in_refused',
  ]);
  expect(merged.map(mergedWithinMs)).toEqual(merged.map(() => HOUR_MS));
});

test('R-SEC-17 each kind is in one group, and what can be repeated pushes nothing else out; an event is kept 180 days', () => {
  const grouped = SECURITY_EVENT_GROUPS.flatMap(({ kinds }) => kinds);
  expect(grouped.toSorted()).toEqual(SECURITY_EVENT_KINDS.toSorted());
  for (const { kinds } of SECURITY_EVENT_GROUPS)
    expect(new Set(kinds.map((kind) => mergedWithinMs(kind) > 0))).toHaveProperty('size', 1);
  expect(SECURITY_EVENT_KEPT_MS).toBe(180 * DAY_MS);
});
