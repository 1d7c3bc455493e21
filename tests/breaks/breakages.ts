import { BAD_DAYS } from './bad-days.ts';
import type { Breakage } from './breakage.ts';
import { DRAINING } from './draining.ts';
import { HISTORIES } from './histories.ts';
import { PULLING } from './pulling.ts';
import { SENDING } from './sending.ts';
import { STORAGE } from './storage.ts';
import { WRITING } from './writing.ts';

/** The breakages of all rules, in the order of docs/sync.md. */
export const BREAKAGES: readonly Breakage[] = [
  ...WRITING,
  ...SENDING,
  ...PULLING,
  ...DRAINING,
  ...HISTORIES,
  ...BAD_DAYS,
  ...STORAGE,
];
