/** Events of a shop's security trail: sign-ins, refused sign-ins, changes to people, exports. */
export const SECURITY_EVENT_KINDS = [
  'signed_in',
  'sign_in_refused',
  'signed_out',
  'signed_out_elsewhere',
  'device_signed_out',
  'new_device',
  'pin_changed',
  'pin_change_refused',
  'pin_reset',
  'pin_reset_by_code',
  'code_requested',
  'code_refused',
  'user_added',
  'user_removed',
  'user_reactivated',
  'role_changed',
  'phone_changed',
  'exported',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** How long an event is stored. */
export const SECURITY_EVENT_KEPT_MS = 180 * 86_400_000;

/** Kinds that are merged: equal events within an hour are stored as one event with a count. */
const MERGED: ReadonlySet<SecurityEventKind> = new Set([
  ...(['sign_in_refused', 'pin_change_refused', 'code_requested', 'code_refused', 'exported'] as const),
]);
const MERGED_MS = 60 * 60 * 1000;
/** Returns the time within which equal events are merged; 0 if never. */
export const mergedWithinMs = (kind: SecurityEventKind): number => (MERGED.has(kind) ? MERGED_MS : 0);

/**
 * Each group of kinds has its own limit. So many guesses of a stranger, or many exports, cannot push a change of a role
 * out of the trail.
 */
export const SECURITY_EVENT_GROUPS: readonly { kinds: readonly SecurityEventKind[]; keptMax: number }[] = [
  { kinds: ['sign_in_refused', 'pin_change_refused', 'code_requested', 'code_refused'], keptMax: 500 },
  { kinds: ['exported'], keptMax: 500 },
  { kinds: ['signed_in', 'signed_out', 'new_device'], keptMax: 1_000 },
  {
    kinds: [
      ...(['signed_out_elsewhere', 'device_signed_out', 'pin_changed', 'pin_reset', 'pin_reset_by_code'] as const),
      ...(['user_added', 'user_removed', 'user_reactivated', 'role_changed', 'phone_changed'] as const),
    ],
    keptMax: 1_000,
  },
];
