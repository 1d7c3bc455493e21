import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { Toasts } from '../../../../src/app/toasts.tsx';
import { ChangePin } from '../../../../src/screens/settings/change-pin.tsx';
import { fakeServer, fakeServices, freshAppState, json, renderPart } from '../../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

test('G12 a changed PIN is sent by Enter in the last field, and said', async () => {
  const server = fakeServer({ 'PUT /auth/pin': () => json(200, { success: true, data: null }) });
  renderPart([<ChangePin key="pin" />, <Toasts key="toasts" />], fakeServices(server));
  await userEvent.click(screen.getByRole('button', { name: 'Change PIN' }));
  await userEvent.type(await screen.findByLabelText('Current PIN'), '2468');
  await userEvent.type(screen.getByLabelText('New PIN'), '9753');
  await userEvent.type(screen.getByLabelText('Confirm PIN'), '9753{Enter}');
  expect(await screen.findByText('PIN changed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', '/auth/pin', { currentPin: '2468', pin: '9753' }],
  ]);
});
