import type { User } from './user.ts';

/** Actions on a user. */
export type UserAct = 'edit' | 'change_phone' | 'change_role' | 'remove' | 'reactivate' | 'reset_pin' | 'see_sessions';

export type ManageRefusal = 'owner_protected' | 'own_account' | 'admin_protected';

/** The sentences of refusals. Screens also show them in place of the button (C-013). */
const SENTENCES: Record<ManageRefusal, Partial<Record<UserAct, string>>> = {
  owner_protected: {
    edit: "Only the business owner can change the owner's details",
    change_phone: "Only the business owner can change the owner's details",
    change_role: "The business owner's role cannot be changed",
    remove: 'The business owner cannot be deleted',
    reset_pin: "The business owner's PIN cannot be reset by others",
    see_sessions: "Only the business owner can see the owner's devices",
  },
  own_account: {
    change_role: 'You cannot change your own role',
    remove: 'You cannot delete your own account',
    reset_pin: "Use 'Change PIN' in Settings for your own PIN",
  },
  admin_protected: {
    change_phone: 'Only the business owner can change the phone of an admin',
    change_role: 'Only the business owner can change the role of an admin',
    reset_pin: 'Only the business owner can reset the PIN of an admin',
  },
};

export const manageSentence = (refusal: ManageRefusal, act: UserAct): string =>
  SENTENCES[refusal][act] ?? "You don't have permission to do this.";

type Person = Pick<User, 'id' | 'isBusinessOwner'>;

/** Actions that a user may also take on themselves. */
const OWN_ACTS: ReadonlySet<UserAct> = new Set(['edit', 'change_phone', 'see_sessions', 'reactivate']);

/** Actions by which an admin could sign in as another: a PIN is reset, or a code goes to a new phone. */
const TAKING_OVER: ReadonlySet<UserAct> = new Set(['change_phone', 'change_role', 'reset_pin']);

/**
 * Returns why an admin may not do this to that user; null if it is permitted. No admin may demote or remove the owner
 * (C-013), or lock themselves out. Only the owner may change how another admin signs in.
 */
export function refusalToManage(
  actor: Person,
  target: Person & Pick<User, 'role'>,
  act: UserAct,
): ManageRefusal | null {
  if (target.isBusinessOwner && (act === 'remove' || act === 'change_role')) return 'owner_protected';
  if (actor.id === target.id) return OWN_ACTS.has(act) ? null : 'own_account';
  if (target.isBusinessOwner && act !== 'reactivate') return 'owner_protected';
  if (TAKING_OVER.has(act) && target.role === 'admin' && !actor.isBusinessOwner) return 'admin_protected';
  return null;
}
