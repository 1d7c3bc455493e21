import { MantineProvider } from '@mantine/core';
import { cleanNotifications } from '@mantine/notifications';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { cssVariablesResolver, theme } from '../../../src/ui/theme.ts';
import { keepShowsCents } from '../../../src/platform/show-cents.ts';
import { createApi, type Method } from '../../../src/platform/api-client.ts';
import { useInstallOffer } from '../../../src/platform/worker/install.ts';
import { ServicesProvider, type Services } from '../../../src/platform/services.tsx';
import type { Session, SessionRecord } from '../../../sync/store/session-record.ts';
import { clearUserCookie } from '../../../src/platform/user-cookie.ts';
import { useAppUpdate } from '../../../src/platform/worker/app-update.ts';
import { useDirtyForm } from '../../../src/state/dirty-form.ts';
import { useOnline } from '../../../src/state/online.ts';
import { signedInUserId, useSession } from '../../../src/state/session.ts';
import { resetSyncStatus } from '../../../src/state/sync-status.ts';
import { useToasts } from '../../../src/state/toasts.ts';
import { PageTitleProvider } from '../../../src/ui/page-title.tsx';

export const SESSION: Session = {
  user: {
    id: 5,
    businessId: 9,
    username: 'Amina Nakato',
    firstName: 'Amina',
    lastName: 'Nakato',
    phone: '+256 772 123456',
    email: 'amina@example.com',
    role: 'admin',
    isBusinessOwner: true,
  },
  business: {
    id: 9,
    name: 'Amina General Store',
    slug: 'amina',
    currency: 'UGX',
    country: 'UG',
    timeZone: 'Africa/Kampala',
    businessCategoryId: 5,
  },
  signedInAtMs: 1,
};

/** Nobody signed in, online, nothing on screen or waiting. */
export function freshAppState(): void {
  useSession.setState({ status: 'loading' }, true);
  useOnline.setState({ isOnline: true });
  useDirtyForm.setState({ isDirty: false });
  cleanNotifications();
  useToasts.setState({ news: [], isQueued: false });
  useInstallOffer.setState({ offer: null });
  useAppUpdate.setState({ isWaiting: false });
  resetSyncStatus();
  localStorage.clear();
  // This setting is also in memory.
  keepShowsCents(true);
  clearUserCookie(document);
}

export interface Call {
  method: Method;
  path: string;
  body: unknown;
  headers: Record<string, string>;
  credentials: RequestCredentials | undefined;
}

export type Answer = Response | Error | Promise<Response>;

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

export interface FakeServer {
  fetch: typeof fetch;
  calls: Call[];
}

/** Answers by 'METHOD /path'; whatever is not named cannot be reached. */
export function fakeServer(answers: Record<string, () => Answer>): FakeServer {
  const calls: Call[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const path = (input instanceof Request ? input.url : input.toString()).replace(/^\/api\/v1/, '');
    const method = (init.method ?? 'GET') as Method;
    calls.push({
      method,
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: Object.fromEntries(new Headers(init.headers).entries()),
      credentials: init.credentials,
    });
    const answer = await (answers[`${method} ${path}`]?.() ?? new TypeError('Failed to fetch'));
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, calls };
}

/** A device's session record in memory, with what the tests want to see of it. */
export function memorySessionRecord(stored: Session | null) {
  let session = stored;
  let isLogoutOwed = false;
  const record: SessionRecord = {
    read: async () => (isLogoutOwed ? null : session),
    async write(next) {
      [session, isLogoutOwed] = [next, false];
    },
    remove: async () => void (session = null),
    end: async () => void (session = null),
    onChangeElsewhere: () => () => undefined,
    beginLogout: async () => void (isLogoutOwed = true),
    async removeLeaver() {
      if (isLogoutOwed) session = null;
    },
    async endLogout() {
      if (isLogoutOwed) [session, isLogoutOwed] = [null, false];
    },
    isLogoutOwed: async () => isLogoutOwed,
    unfinishedLogout: async () => (isLogoutOwed ? session : null),
  };
  return { record, stored: () => session };
}

export function fakeServices(server: FakeServer, record: SessionRecord = memorySessionRecord(null).record): Services {
  return { api: createApi({ fetch: server.fetch, userId: signedInUserId }), sessionRecord: record };
}

/** Renders routes as the app does, at an address. */
export function renderRoutes(routes: RouteObject[], path: string, services: Services = fakeServices(fakeServer({}))) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <ServicesProvider value={services}>
        <RouterProvider router={router} />
      </ServicesProvider>
    </MantineProvider>,
  );
  return { ...view, router, path: () => router.state.location.pathname, search: () => router.state.location.search };
}

/** Renders one part at '/', with what stands around every screen. */
export function renderPart(element: React.ReactNode, services?: Services) {
  return renderRoutes([{ path: '*', element: <PageTitleProvider>{element}</PageTitleProvider> }], '/', services);
}
