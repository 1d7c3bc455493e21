import * as v from 'valibot';
import { forgetDraftNote } from '../platform/draft/draft-note.ts';
import { pageLife } from '../platform/engine/page-life.ts';
import type { Services } from '../platform/services.tsx';
import { tabMemory } from '../platform/tab-memory.ts';
import { ACCOUNT_INACTIVE } from '../../sync/protocol/constants.ts';
import { currentUserSchema, type Session } from '../../sync/store/session-record.ts';
import { clearUserCookie, writeUserCookie } from '../platform/user-cookie.ts';
import { useDirtyForm } from '../state/dirty-form.ts';
import { useOnline } from '../state/online.ts';
import { setSessionEnded, setSignedIn, setSignedOut, setUnreadable, useSession } from '../state/session.ts';
import { useSyncStatus } from '../state/sync-status.ts';
import { showFailure, showSuccess } from '../state/toasts.ts';

/*
 * The session on this device. The local record decides who is signed in (C-156); the server is asked too, and
 * only its own 401 or 403 ends the session. No network, a 5xx or a portal's page change nothing. While changes wait on
 * the device, or over a form in progress, the app stays open even then, and asks to sign in again: nobody is thrown out
 * from over unsent sales (C-145, decision 69).
 */

/** The shop's rows on this device, as far as signing in and out needs them. */
export interface KeptShop {
  /** Returns the number of this person's changes that the device has not sent yet. */
  countUnsent(session: Session): Promise<number>;
  /** Removes the cached rows; what was not sent stays with its author (C-146). */
  clear(session: Session): Promise<void>;
}

/** Reads who is signed in, then follows other tabs, the network and the sync. Returns a function that stops it. */
export function startSession(services: Services, window: Window, shop: KeptShop): () => void {
  const stopReading = new AbortController();
  const follow = () => followRecord(services, stopReading.signal);
  const greet = () => void greetServer(services, shop);
  const followAll = () => {
    // After a running logout, which the freezing of this page may have cut short.
    leaving = leaving.catch(() => undefined).then(() => finishLogout(services, shop));
    const finished = leaving;
    void follow()
      .then(() => finished)
      .then(greet);
  };
  // A logout, in any tab, discards the unfinished forms of this tab (SYN-24).
  const stopForgetting = useSession.subscribe(({ status }) => {
    if (status === 'signed-out') forgetDraftNote(tabMemory);
  });
  followAll();
  const stopFollowing = services.sessionRecord.onChangeElsewhere((change) => {
    // The form in progress of this tab stays, whichever tab the server has told (decision 69).
    if (change === 'ended' && useDirtyForm.getState().isDirty) setSessionEnded();
    else void follow();
  });
  // A frozen page missed the messages of other tabs.
  const stopThawing = pageLife.onThaw(followAll);
  // The engine was told by the server that the session is over: check it.
  const stopWatching = useSyncStatus.subscribe(({ status }, before) => {
    if (status === 'sign_in' && before.status !== 'sign_in') greet();
  });
  window.addEventListener('online', greet);
  // The session that ended over a form in progress, once that is saved or left.
  const stopWaiting = useDirtyForm.subscribe(({ isDirty }, before) => {
    const session = useSession.getState();
    if (before.isDirty && !isDirty && session.status === 'signed-in' && session.isEnded) greet();
  });
  return () => {
    stopReading.abort();
    stopWaiting();
    stopForgetting();
    stopFollowing();
    stopThawing();
    stopWatching();
    window.removeEventListener('online', greet);
  };
}

/**
 * Stores a successful login on the device, which opens the app (R-LOGIN-05). Rejects when there is no space to store
 * it, except for the person who is in the record already: they sign in to send waiting changes, and are let in
 * (SYN-26).
 */
export async function keepSession({ sessionRecord }: Services, session: Session): Promise<void> {
  const before = useSession.getState();
  const isKnown = before.status === 'signed-in' && before.session.user.id === session.user.id;
  try {
    await sessionRecord.write(session);
  } catch (error) {
    // The older record of the same person opens the app too, also after a reload.
    if (!isKnown) throw error;
  }
  writeUserCookie(document, session.user.id);
  setSignedIn(session);
}

/** The running logout of this page, or the last one. */
let leaving: Promise<void> = Promise.resolve();

/** Waits for a running logout. It would clear the shop that a login opens, and end the session that it begins. */
export const whenLoggedOut = (): Promise<void> => leaving;

/**
 * Logs out: this device first (R-SET-18), whatever the server says (R-SET-19); then the server, now or when it can be
 * reached again (C-147). The guard leads to /login (R-SET-21).
 * @param clearShop removes the shop's cached rows; what was not sent stays with its author (C-146)
 */
export function logout(services: Services, clearShop: () => Promise<void>): Promise<void> {
  leaving = leave(services, clearShop);
  return leaving;
}

async function leave(services: Services, clearShop: () => Promise<void>): Promise<void> {
  const { sessionRecord } = services;
  setSignedOut('logout');
  clearUserCookie(document);
  let isNoted;
  try {
    // If this page ends before the shop is cleared, the next start clears it. Without space to note that, the server hears
    // of the logout now or never.
    isNoted = await sessionRecord.beginLogout().then(
      () => true,
      () => sessionRecord.remove(),
    );
    await clearShop();
    await sessionRecord.removeLeaver();
  } catch (error) {
    showFailure('Logout failed', error instanceof Error ? error.message : String(error));
    return;
  }
  // In another tab somebody has signed in meanwhile: that has ended the old session, and the cookie is theirs.
  const isSettled = isNoted && !(await sessionRecord.isLogoutOwed().catch(() => true));
  // Offline is no failure: the logout is sent later.
  if (isSettled || !useOnline.getState().isOnline || (await endServerSession(services))) {
    showSuccess('Logged out successfully', 'You have been logged out of your account');
  } else {
    showFailure('Logout failed', 'You are logged out on this device. The server will be told once it can be reached.');
  }
}

/** Finishes a logout that could not clear the shop, for example because its page was closed (SYN-24a). */
async function finishLogout({ sessionRecord }: Services, shop: KeptShop): Promise<void> {
  const session = await sessionRecord.unfinishedLogout().catch(() => null);
  if (session === null) return;
  // A shop that cannot be cleared stays hidden in the database of its user.
  await shop.clear(session).catch(() => undefined);
  await sessionRecord.removeLeaver().catch(() => undefined);
}

/** The delays between attempts to read the record: the first and the longest; each is twice the one before. */
const READ_AGAIN_MS = { first: 250, longest: 4_000 };

/**
 * Reads who is signed in until the browser answers. A browser that starts while the one before it is still ending does
 * not open its storage for a moment: nobody is signed out by that, and nothing is forgotten (R-BROW-20).
 */
async function followRecord({ sessionRecord }: Services, signal: AbortSignal): Promise<void> {
  for (let delayMs = READ_AGAIN_MS.first; ; delayMs = Math.min(delayMs * 2, READ_AGAIN_MS.longest)) {
    try {
      const session = await sessionRecord.read();
      if (signal.aborted) return;
      if (session !== null) setSignedIn(session);
      // If this tab itself logged out, it already shows that, and why.
      else if (useSession.getState().status !== 'signed-out') setSignedOut('none');
      return;
    } catch (error) {
      if (signal.aborted) return;
      // Not at the first failure: most are over before a sentence could be read.
      if (delayMs > READ_AGAIN_MS.first) setUnreadable(error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

async function greetServer(services: Services, shop: KeptShop): Promise<void> {
  // A device that cannot read its storage knows of no logout to send.
  if (!(await services.sessionRecord.isLogoutOwed().catch(() => false)))
    return await refreshCurrentUser(services, shop);
  // A login waits for the answer, which would clear the cookie of the new session. What fails stays owed.
  leaving = leaving.catch(() => undefined).then(() => endOwedLogout(services, shop).catch(() => undefined));
  await leaving;
}

async function endOwedLogout(services: Services, shop: KeptShop): Promise<void> {
  // The end of the server's session ends the note of the logout, by which its shop is still found.
  await finishLogout(services, shop);
  if (await services.sessionRecord.isLogoutOwed()) await endServerSession(services);
}

async function refreshCurrentUser({ api, sessionRecord }: Services, shop: KeptShop): Promise<void> {
  const before = useSession.getState();
  if (before.status !== 'signed-in') return;
  const answer = await api.call('GET', '/auth/me', { data: currentUserSchema });
  const isEnded = !answer.ok && answer.error.code === 'answered' && [401, 403].includes(answer.error.status);
  if (!answer.ok && !isEnded) return;
  // If the storage cannot be read there are no waiting changes to keep the app open for.
  const unsentCount = isEnded ? await shop.countUnsent(before.session).catch(() => 0) : 0;
  const now = useSession.getState();
  // Meanwhile somebody signed in or out, perhaps the same person again.
  if (now.status !== 'signed-in' || now.session.user.id !== before.session.user.id) return;
  if (now.session.signedInAtMs !== before.session.signedInAtMs) return;
  if (answer.ok) {
    const session = { ...answer.value.data, signedInAtMs: now.session.signedInAtMs };
    // On a full device the older record stays until the next answer; the new values are used all the same.
    await sessionRecord.write(session).catch(() => undefined);
    writeUserCookie(document, session.user.id);
    setSignedIn(session);
    return;
  }
  // The engine goes on sending, clears the shop's data here, and shows that instead of every screen (SYN-25).
  if (answer.error.error === ACCOUNT_INACTIVE) return;
  // Over a form in progress too: what was typed can still be saved, or left after its question (R-GEN-16).
  if (unsentCount > 0 || useDirtyForm.getState().isDirty) {
    setSessionEnded();
    return;
  }
  setSignedOut('ended', answer.error.message ?? answer.error.error ?? answer.error.text);
  clearUserCookie(document);
  await sessionRecord.end();
  showFailure('Your session has ended', 'Log in again. What you saved is kept on this device.');
}

/** True if the server said that the session is over, or knew of none. */
async function endServerSession({ api, sessionRecord }: Services): Promise<boolean> {
  const answer = await api.call('POST', '/auth/logout', { data: v.unknown() });
  const isOver = answer.ok || (answer.error.code === 'answered' && answer.error.status === 401);
  if (isOver) await sessionRecord.endLogout();
  return isOver;
}
