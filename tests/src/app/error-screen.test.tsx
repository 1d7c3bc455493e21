import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ErrorScreen } from '../../../src/app/error-screen.tsx';
import { freshAppState, renderRoutes } from '../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

function Broken(): never {
  throw new Error('A sale has a total');
}

test('a bug shows a way on instead of a blank page', () => {
  // React and the router log the error that this test causes.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderRoutes([{ path: '*', element: <Broken />, errorElement: <ErrorScreen /> }], '/sales');
  expect(screen.getByRole('alert').textContent).toContain('A sale has a total');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/dashboard');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Something went wrong' }));
});
