import { Center, Text } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { mayOpen } from '../../domain/people/screen-permission.ts';
import { setSignedOut, useSession } from '../state/session.ts';
import { chunk, WhenFetched } from '../ui/chunk.tsx';
import { paths } from '../parts/paths.ts';

// Loaded later, to keep the first load of a signed-out person small.
export const signedInFrame = chunk(async () => (await import('./signed-in-frame.tsx')).SignedInFrame);
const noPermission = chunk(async () => (await import('./no-permission.tsx')).NoPermission);
const welcome = chunk(async () => (await import('../screens/auth/welcome.tsx')).Welcome);

/**
 * Lets only signed-in people through (R-GUARD-02, R-GUARD-04). At '/' a signed-out person sees the welcome screen
 * (R-ROUTE-02).
 */
export function Guard() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.status === 'loading') return <GuardLoading />;
  if (session.status === 'signed-in') {
    const { session: current } = session;
    return (
      <WhenFetched
        key={current.user.id}
        part={signedInFrame}
        props={{ session: current }}
        fallback={<GuardLoading />}
      />
    );
  }
  if (pathname === paths.root) return <WhenFetched part={welcome} props={{}} fallback={<GuardLoading />} />;
  // A logout leads to the login screen (R-SET-21).
  return <Navigate to={session.reason === 'logout' ? paths.login : paths.welcome} replace />;
}

/** Screens for everybody (C-019, C-026): within the shell if a person is signed in, else alone. */
export function OpenToAll() {
  const session = useSession();
  // Help is there also for a browser that does not open its storage.
  const isReadable = session.status !== 'loading' || session.problem === undefined;
  if (session.status !== 'signed-out' && isReadable) return <Guard />;
  return (
    <Suspense fallback={<GuardLoading />}>
      <Outlet />
    </Suspense>
  );
}

/** Lets a person open only the screens that their role may see (C-016, domain/people/permission.ts). */
export function Permitted() {
  const role = useSession((state) => (state.status === 'signed-in' ? state.session.user.role : null));
  const { pathname } = useLocation();
  if (role !== null && !mayOpen(role, pathname))
    return <WhenFetched part={noPermission} props={{}} fallback={<GuardLoading />} />;
  return <Outlet />;
}

/** Screens for people who are not signed in, or have to sign in again (C-145). */
const SIGN_IN_PATHS: readonly string[] = [paths.login, paths.forgotPin];

/** Welcome, login and register: a signed-in person is sent home (C-018), except to sign in again (C-145). */
export function PublicOnly() {
  const session = useSession();
  const { pathname } = useLocation();
  const cameFromLogout = session.status === 'signed-out' && session.reason === 'logout';
  useEffect(() => {
    // The redirect after the logout is done: from now on the guard redirects as usual.
    if (cameFromLogout) setSignedOut('none');
  }, [cameFromLogout]);
  if (session.status === 'loading') return <GuardLoading />;
  const isSentHome = session.status === 'signed-in' && !(session.isEnded === true && SIGN_IN_PATHS.includes(pathname));
  if (isSentHome) return <Navigate to={paths.dashboard} replace />;
  return (
    <Suspense fallback={<GuardLoading />}>
      <Outlet />
    </Suspense>
  );
}

/** Shown until the session is known (R-GUARD-01). */
function GuardLoading() {
  const problem = useSession((session) => (session.status === 'loading' ? session.problem : undefined));
  return (
    <Center className="k-whole-window" role="status">
      <Text className="k-appear-late" p="md" ta="center">
        {problem === undefined
          ? 'Loading...'
          : `This browser does not open its storage, where Kaunta keeps a shop. It is tried again and again. If this stays, restart the browser. (${problem})`}
      </Text>
    </Center>
  );
}
