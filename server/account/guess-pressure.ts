import { TASK_BITS_MIN, TASK_BITS_SHORT_MAX } from '../../domain/people/guess-task.ts';

// Limits guesses by unknown devices, as a leaky bucket. Each try raises a level by one; time lowers it. Up to a
// threshold tries are free. Above it each try costs a task (proof of work), which becomes harder as the level rises.
// No level blocks all tries.

export interface PressureRules {
  freeTries: number;
  /** By how much the level falls in a day. */
  forgottenPerDay: number;
  /** The task becomes twice as hard each time the level rises by this much above the free tries. */
  triesPerDoubling: number;
  /** The hardest task. Set only if another limit already bounds how many guesses succeed. */
  bitsMax?: number;
}

export interface Pressure {
  level: number;
  at_ms: number;
}

const DAY_MS = 86_400_000;

/** Any level that can be reached has fallen to 0 after this time: its record can be deleted. */
export const PRESSURE_FORGOTTEN_MS = 14 * DAY_MS;

export const levelAt = ({ level, at_ms }: Pressure, nowMs: number, { forgottenPerDay }: PressureRules): number =>
  Math.max(0, level - (Math.max(0, nowMs - at_ms) * forgottenPerDay) / DAY_MS);

/** Returns the difficulty, in bits, of the next try's task at this level; 0 if the try is free. */
export function demandedBits(level: number, rules: PressureRules): number {
  const { freeTries, triesPerDoubling, bitsMax = Number.POSITIVE_INFINITY } = rules;
  const beyond = level + 1 - freeTries;
  if (beyond <= 0) return 0;
  return Math.min(bitsMax, TASK_BITS_MIN + Math.floor(Math.max(0, beyond - 1) / triesPerDoubling));
}

/** Returns how long it takes until the next try's task has at most `TASK_BITS_SHORT_MAX` bits; 0 if it has. */
export function shortAgainMs(level: number, rules: PressureRules): number {
  if (demandedBits(level, rules) <= TASK_BITS_SHORT_MAX) return 0;
  const shortBelow = rules.freeTries + (TASK_BITS_SHORT_MAX - TASK_BITS_MIN + 1) * rules.triesPerDoubling;
  // One millisecond more: exactly at that level the task is not short yet.
  return Math.ceil(((level - shortBelow) * DAY_MS) / rules.forgottenPerDay) + 1;
}

/** Guesses at the PIN of one phone number, from any address. */
export const PHONE_PRESSURE: PressureRules = { freeTries: 5, forgottenPerDay: 5, triesPerDoubling: 1 };
/** Tries from one address. All traders of a market may share it. */
export const ADDRESS_PRESSURE: PressureRules = { freeTries: 20, forgottenPerDay: 480, triesPerDoubling: 4 };
/** Tries from one IPv6 /48, which one subscriber can get. Several markets may share it. */
export const SITE_PRESSURE: PressureRules = { freeTries: 60, forgottenPerDay: 1_440, triesPerDoubling: 12 };

/**
 * Returns the rules of the installation as a whole. They grow with its users, because more users make more typing
 * errors. With these numbers a day of guessing finds fewer than 0.1 % of the PINs (decision 41).
 */
export const installationPressure = (users: number): PressureRules => ({
  freeTries: Math.max(15, 0.15 * users),
  forgottenPerDay: Math.max(30, 0.3 * users),
  triesPerDoubling: Math.max(2, users / 50),
});

/**
 * The hardest task of a one-time code. A code has a million values and expires after five wrong tries, and a phone gets
 * few codes a day. So tasks can stay short, and strangers cannot lock out the phone's owner.
 */
export const CODE_BITS_MAX = 24;

/** Registrations from one address (as many as on a market day), from one IPv6 /48, and on the whole installation. */
export const REGISTER_ADDRESS_PRESSURE: PressureRules = { freeTries: 30, forgottenPerDay: 720, triesPerDoubling: 4 };
export const REGISTER_SITE_PRESSURE: PressureRules = { freeTries: 90, forgottenPerDay: 2_160, triesPerDoubling: 12 };
export const REGISTER_INSTALLATION_PRESSURE: PressureRules = {
  freeTries: 300,
  forgottenPerDay: 600,
  triesPerDoubling: 30,
};
