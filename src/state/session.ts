import { create } from 'zustand';
import type { UserRole } from '../../domain/people/user.ts';
import type { Session } from '../../sync/store/session-record.ts';

/**
 * The signed-in user of this device.
 *
 *   loading ──► signed-in ──► signed-out (logout | ended | none) ──► signed-in
 *
 * `loading` lasts until the local record is read, never until the network answers (C-156). A browser that does not open
 * its storage is asked again until it does (R-BROW-20).
 */
export type SignedOutReason = 'none' | 'logout' | 'ended';

export type SessionState =
  /** `problem`: why the browser does not open its storage, in its own words. */
  | { status: 'loading'; problem?: string }
  /**
   * `isEnded`: the server ended the session while changes wait or over a form in progress. The app stays open and asks to
   * sign in again (C-145, decision 69).
   */
  | { status: 'signed-in'; session: Session; isEnded?: true }
  | { status: 'signed-out'; reason: SignedOutReason; error: string | null };

export const useSession = create<SessionState>()(() => ({ status: 'loading' }));

export function setSignedIn(session: Session): void {
  const current = useSession.getState();
  // The record is read again after every write, also of another tab: an equal record must not render every screen
  // again.
  const isSame = current.status === 'signed-in' && JSON.stringify(current.session) === JSON.stringify(session);
  if (isSame && current.isEnded !== true) return;
  useSession.setState({ status: 'signed-in', session }, true);
}

/**
 * Applies a new role that came with the shop's data (SYN-13), so that the screens follow it before the server is next
 * asked for the signed-in user.
 */
export function followRole(userId: number, role: UserRole): void {
  const current = useSession.getState();
  if (current.status !== 'signed-in') return;
  const { session } = current;
  if (session.user.id !== userId || session.user.role === role) return;
  useSession.setState({ ...current, session: { ...session, user: { ...session.user, role } } }, true);
}

/**
 * Notes that the server ended the session. The user stays signed in on this device, and may go to the login screen to
 * sign in again.
 */
export function setSessionEnded(): void {
  const current = useSession.getState();
  if (current.status === 'signed-in') useSession.setState({ ...current, isEnded: true }, true);
}

export function setSignedOut(reason: SignedOutReason, error: string | null = null): void {
  useSession.setState({ status: 'signed-out', reason, error }, true);
}

/** Notes why the record cannot be read yet. Whoever is signed in stays signed in. */
export function setUnreadable(problem: string): void {
  if (useSession.getState().status === 'loading') useSession.setState({ status: 'loading', problem }, true);
}

/** Returns the signed-in user's id for X-User-ID (R-API-05), or null. */
export function signedInUserId(): number | null {
  const state = useSession.getState();
  return state.status === 'signed-in' ? state.session.user.id : null;
}
