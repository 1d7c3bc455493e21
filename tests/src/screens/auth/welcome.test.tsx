import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { Welcome } from '../../../../src/screens/auth/welcome.tsx';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

test('R-WEL-01 R-SHELL-15 a headline about managing the shop online', () => {
  renderPart(<Welcome />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Manage your shop online');
  expect(document.title).toBe('Welcome · Kaunta');
});

test.each([
  ['R-WEL-02', 'Login', '/login'],
  ['R-WEL-03', 'Register', '/register'],
])('%s %s goes to %s', async (_id, name, path) => {
  const app = renderPart(<Welcome />);
  await userEvent.click(screen.getByRole('link', { name }));
  expect(app.path()).toBe(path);
});
