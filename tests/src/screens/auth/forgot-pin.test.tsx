import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { routes } from '../../../../src/app/router.tsx';
import { setSignedOut } from '../../../../src/state/session.ts';
import {
  type Answer,
  fakeServer,
  fakeServices,
  freshAppState,
  json,
  renderRoutes,
} from '../../../support/screens/app-harness.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';

beforeEach(() => {
  freshAppState();
  setSignedOut('none');
});

const PHONE = '+256 772 123456';
const ok = () => json(200, { success: true, data: null });

async function open(answers: Record<string, () => Answer> = {}) {
  const server = fakeServer(answers);
  const app = renderRoutes(routes, '/login', fakeServices(server));
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot PIN?' }));
  await screen.findByRole('heading', { level: 1, name: 'Forgot PIN' });
  return { app, server };
}
async function openWithCode(answers: Record<string, () => Answer> = {}) {
  const opened = await open({ 'POST /auth/forgot-pin': ok, ...answers });
  await userEvent.type(screen.getByLabelText('Phone'), PHONE);
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByLabelText('Code');
  return opened;
}
async function setPin(code: string, pin = '8642', confirmPin = pin) {
  await userEvent.type(screen.getByLabelText('Code'), code);
  await userEvent.type(screen.getByLabelText('New PIN'), pin);
  await userEvent.type(screen.getByLabelText('Confirm PIN'), confirmPin);
  await userEvent.click(screen.getByRole('button', { name: 'Save new PIN' }));
}

test('R-OTP-03 G13 a code is sent to the phone, and with it a new PIN is set', async () => {
  const { app, server } = await openWithCode({ 'POST /auth/reset-pin': ok });
  expect(screen.getByText(/^If \+256 772 123456 is registered/)).toBeTruthy();
  await setPin('123456');
  expect(await screen.findByText('PIN changed')).toBeTruthy();
  await waitFor(() => expect(app.path()).toBe('/login'));
  expect(server.calls.map(({ body }) => body)).toEqual([
    { phone: PHONE },
    { phone: PHONE, code: '123456', pin: '8642' },
  ]);
});

test.each([
  ['R-OTP-01', '12345', 'OTP must be exactly 6 digits'],
  ['R-OTP-02', '12345x', 'OTP must contain only numbers'],
])('%s refuses the code %s', async (_id, code, message) => {
  const { server } = await openWithCode();
  await setPin(code);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(server.calls).toHaveLength(1);
});

test('R-OTP-03 a wrong code and a repeated PIN that differs are told beside their fields', async () => {
  const wrong = { path: 'code', message: 'This code is not right, or it is older than 10 minutes.' };
  await openWithCode({
    'POST /auth/reset-pin': () => json(422, { error: 'Invalid input', message: wrong.message, details: [wrong] }),
  });
  await setPin('123456', '8642', '8643');
  expect(await screen.findByText('PINs do not match')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Confirm PIN'), '{Backspace}2');
  await userEvent.click(screen.getByRole('button', { name: 'Save new PIN' }));
  expect(await screen.findByText(wrong.message)).toBeTruthy();
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '123456');
  // Beginning again is possible.
  await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeTruthy();
});

test('R-OTP-03 who has to wait is told how long', async () => {
  const waiting = {
    error: 'Too many attempts',
    message: 'A code was asked for just now. Try again in 60 seconds.',
    details: [],
  };
  await open({ 'POST /auth/forgot-pin': () => json(429, waiting) });
  await userEvent.type(screen.getByLabelText('Phone'), PHONE);
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText(waiting.message)).toBeTruthy();
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', PHONE);
});

test('M3 offline nothing can be asked, and the page says why', async () => {
  await open();
  await goOffline();
  expect(await screen.findByText('You are offline. Connect to the internet to reset your PIN.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send code' })).toHaveProperty('disabled', true);
});

test('R-OTP-04 whoever has a code types it without asking for another, which would end it', async () => {
  const { server } = await open({ 'POST /auth/reset-pin': ok });
  await userEvent.click(screen.getByRole('button', { name: 'I have a code' }));
  expect(await screen.findByText('Phone number is required')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Phone'), PHONE);
  await userEvent.click(screen.getByRole('button', { name: 'I have a code' }));
  expect(await screen.findByText(/^Type the code for \+256 772 123456/)).toBeTruthy();
  await setPin('123456');
  expect(await screen.findByText('PIN changed')).toBeTruthy();
  expect(server.calls.map(({ path }) => path)).toEqual(['/auth/reset-pin']);
});

test('R-OTP-04 before another code is sent, the phone that was typed stands there', async () => {
  await openWithCode();
  await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(await screen.findByLabelText('Phone')).toHaveProperty('value', PHONE);
});

test('R-PIN-12 a new PIN whose answer was lost is not told as not set', async () => {
  await openWithCode({ 'POST /auth/reset-pin': () => new Response('<html>', { status: 200 }) });
  await setPin('123456');
  expect(await screen.findByText(/^Your PIN may be changed already\. Try to log in with the new one/)).toBeTruthy();
  expect(screen.queryByText('The PIN was not changed')).toBeNull();
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '123456');
});

test('R-PIN-12 after a try without an answer, a code that is refused was perhaps used by it', async () => {
  const details = [{ path: 'code', message: 'This code is not right, or it is older than 10 minutes.' }];
  const wrong = () => json(422, { error: 'Invalid input', message: details[0]?.message, details });
  const answers: (() => Response)[] = [wrong, () => new Response('<html>', { status: 200 }), wrong];
  await openWithCode({ 'POST /auth/reset-pin': () => answers.shift()?.() ?? wrong() });
  const saveAgain = () => userEvent.click(screen.getByRole('button', { name: 'Save new PIN' }));
  await setPin('123456');
  await waitFor(() => expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByText('PIN changed already?')).toBeNull();
  await saveAgain();
  expect(await screen.findByText('No answer came')).toBeTruthy();
  await saveAgain();
  expect(await screen.findByText('PIN changed already?')).toBeTruthy();
  expect(screen.getByText(/^Your PIN may be changed already\. Try to log in with the new one/)).toBeTruthy();
});
