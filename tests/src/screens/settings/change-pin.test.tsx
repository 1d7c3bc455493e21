import { screen, waitFor, within } from '@testing-library/react';
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

const change = async (answer: Response) => {
  const server = fakeServer({ 'PUT /auth/pin': () => answer });
  renderPart([<ChangePin key="pin" />, <Toasts key="toasts" />], fakeServices(server));
  await userEvent.click(screen.getByRole('button', { name: 'Change PIN' }));
  await userEvent.type(await screen.findByLabelText('Current PIN'), '2468');
  await userEvent.type(screen.getByLabelText('New PIN'), '9753');
  await userEvent.type(screen.getByLabelText('Confirm PIN'), '9753{Enter}');
};
const typed = () =>
  ['Current PIN', 'New PIN', 'Confirm PIN'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

test('G12 a wrong current PIN is said beside its field alone, and what was typed is still there', async () => {
  const details = [{ path: 'currentPin', message: 'This is not your PIN' }];
  await change(json(422, { error: 'Validation failed', message: 'Look at the fields', details }));
  expect(await screen.findByText('This is not your PIN')).toBeTruthy();
  expect(screen.queryByText('Validation failed')).toBeNull();
  expect(typed()).toEqual(['2468', '9753', '9753']);
});

test('G12 what is no fault of a field is said in a toast, and what was typed is still there', async () => {
  await change(json(429, { error: 'Too many attempts', message: 'Try again in 15 minutes' }));
  expect(await screen.findByText('Too many attempts')).toBeTruthy();
  expect(screen.getByText('Try again in 15 minutes')).toBeTruthy();
  expect(typed()).toEqual(['2468', '9753', '9753']);
});

test('G12 the form closes without a change', async () => {
  const server = fakeServer({});
  renderPart(<ChangePin />, fakeServices(server));
  await userEvent.click(screen.getByRole('button', { name: 'Change PIN' }));
  await screen.findByLabelText('Current PIN');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toEqual([]);
});

test('R-PIN-12 a change whose answer was lost is not told as not made, and what was typed is still there', async () => {
  await change(new Response('<html>', { status: 200 }));
  expect(await screen.findByText('No answer came')).toBeTruthy();
  expect(screen.getByText(/^Your PIN may be changed already/)).toBeTruthy();
  expect(screen.queryByText('The PIN was not changed')).toBeNull();
  expect(typed()).toEqual(['2468', '9753', '9753']);
});

test('R-GEN-16 G12 PINs that were typed are not lost to Escape', async () => {
  renderPart(<ChangePin />);
  await userEvent.click(screen.getByRole('button', { name: 'Change PIN' }));
  await userEvent.type(await screen.findByLabelText('Current PIN'), '2468');
  await userEvent.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: 'Unsaved Changes' });
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Current PIN').value).toBe('2468');
});
