import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { PublicOnly } from '../../../src/app/guard.tsx';
import { Toasts } from '../../../src/app/toasts.tsx';
import { Login } from '../../../src/screens/auth/login.tsx';
import { PageTitleProvider } from '../../../src/ui/page-title.tsx';
import type { Session } from '../../../sync/store/session-record.ts';
import { type Answer, fakeServer, fakeServices, memorySessionRecord, renderRoutes, SESSION } from './app-harness.tsx';

export const CURRENT_USER = { success: true, data: { user: SESSION.user, business: SESSION.business } };

export function renderLogin(answers: Record<string, () => Answer> = {}, stored: Session | null = null) {
  const server = fakeServer(answers);
  const record = memorySessionRecord(stored);
  // Around every screen, so that toasts stay when the screen goes.
  const frame = (
    <PageTitleProvider>
      <Outlet />
      <Toasts />
    </PageTitleProvider>
  );
  const app = renderRoutes(
    [
      {
        element: frame,
        children: [
          { element: <PublicOnly />, children: [{ path: '/login', element: <Login /> }] },
          { path: '*', element: <p>elsewhere</p> },
        ],
      },
    ],
    '/login',
    fakeServices(server, record.record),
  );
  return { ...app, server, record };
}

export async function submit(phone: string, pin: string) {
  if (phone !== '') await userEvent.type(screen.getByLabelText('Phone'), phone);
  if (pin !== '') await userEvent.type(screen.getByLabelText('PIN'), pin);
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
}
