import { TASK_BITS_MIN, TASK_BITS_SHORT_MAX } from '../../domain/people/guess-task.ts';

// How much devices that are not known have tried: a level that each try raises by one and that time lowers. Up to a
// height tries are free; above it each costs a task, which doubles with the height. There is no height at which no try
// is let through.

export interface PressureRules {
  freeTries: number;
  /** So much the level falls in a day. */
  forgottenPerDay: number;
  /** After so many tries beyond the free ones a task is twice as hard. */
  triesPerDoubling: number;
  /** No task is harder, where something else bounds what guessing finds. */
  bitsMax?: number;
}

export interface Pressure {
  level: number;
  at_ms: number;
}

const DAY_MS = 86_400_000;

/** Old enough for any level that arithmetic can reach to be forgotten. */
export const PRESSURE_FORGOTTEN_MS = 14 * DAY_MS;

export const levelAt = ({ level, at_ms }: Pressure, nowMs: number, { forgottenPerDay }: PressureRules): number =>
  Math.max(0, level - (Math.max(0, nowMs - at_ms) * forgottenPerDay) / DAY_MS);

/** How hard the task of the next try is at this level; 0 where it is free. */
export function demandedBits(level: number, rules: PressureRules): number {
  const { freeTries, triesPerDoubling, bitsMax = Number.POSITIVE_INFINITY } = rules;
  const beyond = level + 1 - freeTries;
  if (beyond <= 0) return 0;
  return Math.min(bitsMax, TASK_BITS_MIN + Math.floor(Math.max(0, beyond - 1) / triesPerDoubling));
}

/** How long the level has to fall until the task of the next try is short; 0 where it is. */
export function shortAgainMs(level: number, rules: PressureRules): number {
  if (demandedBits(level, rules) <= TASK_BITS_SHORT_MAX) return 0;
  const shortBelow = rules.freeTries + (TASK_BITS_SHORT_MAX - TASK_BITS_MIN + 1) * rules.triesPerDoubling;
  // A millisecond more: at that very height it is not short yet.
  return Math.ceil(((level - shortBelow) * DAY_MS) / rules.forgottenPerDay) + 1;
}

/** Guesses of one phone's PIN, wherever they come from. */
export const PHONE_PRESSURE: PressureRules = { freeTries: 5, forgottenPerDay: 5, triesPerDoubling: 1 };
/** Behind one address there may be a whole market; behind a /48 of IPv6, which one customer may rent, several. */
export const ADDRESS_PRESSURE: PressureRules = { freeTries: 20, forgottenPerDay: 480, triesPerDoubling: 4 };
export const SITE_PRESSURE: PressureRules = { freeTries: 60, forgottenPerDay: 1_440, triesPerDoubling: 12 };

/**
 * Rules of the installation as a whole. They grow with its users, because more people mistype more. With these numbers
 * a day of guessing finds fewer than 0.1 % of the PINs (decision 41).
 */
export const installationPressure = (users: number): PressureRules => ({
  freeTries: Math.max(15, 0.15 * users),
  forgottenPerDay: Math.max(30, 0.3 * users),
  triesPerDoubling: Math.max(2, users / 50),
});

/**
 * One-time codes: each has a million values and expires after five wrong tries, and a phone gets few a day. So tasks
 * stay short, and the owner of the phone can always get in this way, whatever strangers do.
 */
export const CODE_BITS_MAX = 24;

/** Registrations: from one address as many as a market day brings, and for the installation as a whole. */
export const REGISTER_ADDRESS_PRESSURE: PressureRules = { freeTries: 30, forgottenPerDay: 720, triesPerDoubling: 4 };
export const REGISTER_SITE_PRESSURE: PressureRules = { freeTries: 90, forgottenPerDay: 2_160, triesPerDoubling: 12 };
export const REGISTER_INSTALLATION_PRESSURE: PressureRules = {
  freeTries: 300,
  forgottenPerDay: 600,
  triesPerDoubling: 30,
};
