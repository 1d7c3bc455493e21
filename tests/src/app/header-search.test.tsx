import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Shell } from '../../../src/app/shell.tsx';
import { useListLocation } from '../../../src/ui/list/list-location.ts';
import { PageTitleProvider, usePageTitle } from '../../../src/ui/page-title.tsx';
import { freshAppState, renderRoutes } from '../../support/screens/app-harness.tsx';

beforeEach(() => {
  freshAppState();
  // Wide enough that the search box is always open.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: media.includes('min-width'),
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
});

function List() {
  usePageTitle('List');
  const { query, page } = useListLocation();
  return <output>{`searched: ${query} / page ${page}`}</output>;
}

function renderList(path: string) {
  const shell = (
    <PageTitleProvider>
      <Shell />
    </PageTitleProvider>
  );
  return renderRoutes([{ element: shell, children: [{ path: '*', element: <List /> }] }], path);
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
const shown = () => screen.getByRole('status', { name: '' }).textContent;

describe.each([
  ['/orders'],
  ['/sales'],
  ['/receipts'],
  ['/items'],
  ['/customers'],
  ['/suppliers'],
  ['/purchases'],
  ['/products'],
])('on %s', (path) => {
  test('R-SHELL-07 C-034 what is typed in the header is what the list searches', async () => {
    const app = renderList(path);
    await userEvent.type(box(), 'sugar 2kg');
    await waitFor(() => expect(app.search()).toBe('?q=sugar+2kg'));
    await waitFor(() => expect(shown()).toBe('searched: sugar 2kg / page 1'));
  });
});

test('R-SALE-27 C-159 a new search starts on page 1', async () => {
  const app = renderList('/sales?page=3&q=rice');
  expect(box().value).toBe('rice');
  expect(shown()).toBe('searched: rice / page 3');
  await userEvent.type(box(), 's');
  await waitFor(() => expect(shown()).toBe('searched: rices / page 1'));
  expect(app.search()).toBe('?q=rices');
});

test('C-034 leaving the screen clears the search', async () => {
  const app = renderList('/sales?q=rice');
  await userEvent.click(screen.getByRole('link', { name: 'Items' }));
  expect(app.path()).toBe('/items');
  expect(app.search()).toBe('');
  expect(box().value).toBe('');
});

describe('while typing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('C-034 a search not yet begun does not follow to the next screen', async () => {
    const app = renderList('/sales');
    type('ri');
    await act(() => app.router.navigate('/items'));
    await pass(1_000);
    expect(app.path() + app.search()).toBe('/items');
  });

  test('the list searches in a pause, and keeps what is typed while the address catches up', async () => {
    const app = renderList('/sales');
    type('mama');
    await pass(149);
    expect(app.search()).toBe('');
    // The next letters come after the address changed and before the screen renders with it.
    await act(async () => {
      vi.advanceTimersByTime(1);
      type('mama amina');
    });
    expect(app.search()).toBe('?q=mama');
    expect(box().value).toBe('mama amina');
    await pass(149);
    expect(box().value).toBe('mama amina');
    await pass(1);
    expect(shown()).toBe('searched: mama amina / page 1');
    expect(box().value).toBe('mama amina');
  });

  test('on a screen that is no list typing changes nothing and Enter searches the items', async () => {
    const app = renderList('/dashboard');
    type('soap');
    await pass(1_000);
    expect(app.path() + app.search()).toBe('/dashboard');
    fireEvent.submit(screen.getByRole('search'));
    await pass(0);
    expect(app.path() + app.search()).toBe('/items?q=soap');
    expect(box().value).toBe('soap');
  });

  test('on a screen that is no list Enter searches nothing while the box is empty', async () => {
    const app = renderList('/dashboard');
    type('  ');
    fireEvent.submit(screen.getByRole('search'));
    await pass(1_000);
    expect(app.path() + app.search()).toBe('/dashboard');
  });

  test('C-034 on a list Enter searches this list, at once', async () => {
    const app = renderList('/sales');
    type('soap');
    fireEvent.submit(screen.getByRole('search'));
    await pass(0);
    expect(app.path() + app.search()).toBe('/sales?q=soap');
  });
});

test('going back shows the search that the address names', async () => {
  const app = renderList('/sales?q=rice');
  await act(() => app.router.navigate('/sales?q=beans'));
  expect(box().value).toBe('beans');
  await act(() => app.router.navigate(-1));
  await waitFor(() => expect(box().value).toBe('rice'));
});

test('the button that clears the box comes and goes with the search that the address names', async () => {
  const app = renderList('/sales');
  const cross = () => screen.queryByRole('button', { name: 'Clear search' });
  expect(cross()).toBeNull();
  await act(() => app.router.navigate('/sales?q=rice'));
  expect(cross()).toBeTruthy();
  await act(() => app.router.navigate(-1));
  await waitFor(() => expect(cross()).toBeNull());
});

test('the button in the box clears it at once', async () => {
  const app = renderList('/sales?q=rice');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box().value).toBe('');
  await waitFor(() => expect(app.search()).toBe(''));
  expect(document.activeElement).toBe(box());
});
