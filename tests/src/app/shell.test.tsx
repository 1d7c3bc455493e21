import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MantineProvider, ScrollArea } from '@mantine/core';
import { Link } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Shell } from '../../../src/app/shell.tsx';
import { theme } from '../../../src/ui/theme.ts';
import { useAppUpdate } from '../../../src/platform/worker/app-update.ts';
import { setFormDirty } from '../../../src/state/dirty-form.ts';
import { setSyncStatus } from '../../../src/state/sync-status.ts';
import { PageTitleProvider, usePageTitle } from '../../../src/ui/page-title.tsx';
import { freshAppState, renderRoutes } from '../../support/screens/app-harness.tsx';
import { goOffline } from '../../support/screens/go-offline.ts';
import { setWindowWidth } from '../../support/browser/window-width.ts';

beforeEach(freshAppState);

function SomeScreen({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <>
      <Link to="/items">To the items</Link>
      <input aria-label="A field" />
    </>
  );
}

function renderShell(path = '/dashboard') {
  const shell = (
    <PageTitleProvider>
      <Shell />
    </PageTitleProvider>
  );
  const children = [
    { path: '/sales', element: <SomeScreen title="Sales" /> },
    { path: '*', element: <SomeScreen title="Home" /> },
  ];
  return renderRoutes([{ element: shell, children }], path);
}

const topBar = () => screen.getByRole('banner');
const bottomNav = () => screen.getByRole('navigation', { name: 'Main' });

describe('top bar', () => {
  test('R-SHELL-02 its logo leads to /', async () => {
    const app = renderShell('/sales');
    const logo = within(topBar()).getByRole('link', { name: 'Kaunta' });
    expect(logo.getAttribute('href')).toBe('/');
    await userEvent.click(logo);
    expect(app.path()).toBe('/');
  });

  test("R-SHELL-03 shows the screen's title, as the browser's tab does", async () => {
    const app = renderShell('/sales');
    expect(within(topBar()).getByRole('heading', { level: 1 }).textContent).toBe('Sales');
    expect(document.title).toBe('Sales · Kaunta');
    await act(() => app.router.navigate('/dashboard'));
    expect(within(topBar()).getByRole('heading', { level: 1 }).textContent).toBe('Home');
  });

  test("R-SHELL-04 R-SHELL-06 from 768 px on there is a search box with placeholder 'Search'", () => {
    setWindowWidth(768);
    renderShell('/sales');
    expect(within(topBar()).getByPlaceholderText('Search')).toBe(within(topBar()).getByRole('searchbox'));
    expect(within(topBar()).queryByRole('button', { name: 'Search' })).toBeNull();
  });

  test("R-SHELL-06 C-034 under 768 px it collapses to a button named 'Search', which opens it", async () => {
    setWindowWidth(767);
    renderShell('/sales');
    expect(within(topBar()).queryByRole('searchbox')).toBeNull();
    await userEvent.click(within(topBar()).getByRole('button', { name: 'Search' }));
    const box = within(topBar()).getByPlaceholderText('Search');
    expect(document.activeElement).toBe(box);
    await userEvent.click(within(topBar()).getByRole('button', { name: 'Close search' }));
    expect(within(topBar()).getByRole('heading', { level: 1 }).textContent).toBe('Sales');
  });

  test('the sync status is one tap away from every screen', async () => {
    const app = renderShell('/sales');
    act(() => setSyncStatus({ hasShop: true, pendingCount: 3 }));
    const link = within(topBar()).getByRole('link', { name: '3 changes pending' });
    await goOffline();
    expect(within(link).getByText('Offline')).toBeTruthy();
    expect(within(link).getByText('3 changes pending')).toBeTruthy();
    await userEvent.click(link);
    expect(app.path()).toBe('/sync');
  });
});

describe('bottom navigation', () => {
  test.each([
    ['R-SHELL-09', 'Home', '/dashboard'],
    ['R-SHELL-10', 'Orders', '/orders'],
    ['R-SHELL-13', 'Items', '/items'],
    ['R-SHELL-14', 'Settings', '/profile'],
  ])('%s %s goes to %s', async (_id, label, path) => {
    const app = renderShell('/sales');
    await userEvent.click(within(bottomNav()).getByRole('link', { name: label }));
    expect(app.path()).toBe(path);
    expect(within(bottomNav()).getByRole('link', { current: 'page' }).textContent).toBe(label);
  });

  test.each([['/'], ['/dashboard']])('C-017 Home is highlighted at %s', (path) => {
    renderShell(path);
    expect(within(bottomNav()).getByRole('link', { current: 'page' }).textContent).toBe('Home');
  });

  test('nothing is highlighted on a screen that is none of the four', () => {
    renderShell('/sales');
    expect(within(bottomNav()).queryByRole('link', { current: 'page' })).toBeNull();
  });
});

describe('keyboard and reader', () => {
  test('G55 after going to another screen the focus stands at its content', async () => {
    renderShell('/sales');
    await userEvent.click(within(bottomNav()).getByRole('link', { name: 'Settings' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  test('G55 the first stop of the keyboard leads past the bars', async () => {
    renderShell('/sales');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    expect(document.activeElement?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
  });
});

describe('update prompt', () => {
  test("G52 SYN-26c 'A new version is available' with 'Reload', but never over a dirty form", async () => {
    const apply = vi.fn();
    renderShell();
    act(() => useAppUpdate.setState({ isWaiting: true, apply }));
    expect(screen.getByText('A new version is available')).toBeTruthy();
    act(() => setFormDirty(true));
    expect(screen.queryByText('A new version is available')).toBeNull();
    act(() => setFormDirty(false));
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(apply).toHaveBeenCalledOnce();
  });

  test("SYN-26 SYN-26c once 'Reload' was chosen it shows that it is coming, and is not to be tapped again", () => {
    onTestFinished(() => useAppUpdate.setState({ isWaiting: false, isChosen: false }));
    renderShell();
    act(() => useAppUpdate.setState({ isWaiting: true, isChosen: true, apply: vi.fn() }));
    expect(screen.getByRole('button', { name: 'Reload' })).toHaveProperty('disabled', true);
  });

  test("X-TYPE-51 'Reload' that is not done after ten seconds says what to do", () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
      useAppUpdate.setState({ isWaiting: false, isChosen: false });
    });
    renderShell();
    act(() => useAppUpdate.setState({ isWaiting: true, isChosen: true, apply: vi.fn() }));
    act(() => void vi.advanceTimersByTime(9_999));
    expect(screen.queryByText(/It takes longer than usual/)).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByText(/It takes longer than usual\. Close Kaunta in all tabs/)).toBeTruthy();
    act(() => useAppUpdate.setState({ isChosen: false }));
    expect(screen.queryByText(/It takes longer than usual/)).toBeNull();
  });
});

test('R-SHELL-18 C-164 no screen draws bars of its own: what scrolls is the browser’s', () => {
  const root = join(import.meta.dirname, '../../../src');
  const drawing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .filter((file) =>
      /<ScrollArea[\s.>]|withScrollArea|::-webkit-scrollbar|scrollbar-width/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
  expect(drawing).toEqual([]);
});

test('R-SHELL-18 C-164 a part of the library that draws a bar hides it 600 ms after the pointer left it', () => {
  vi.useFakeTimers();
  // jsdom has no layout, so every box gets a height that can be scrolled.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(500);
  const observers: ResizeObserverCallback[] = [];
  class Resized implements ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      observers.push(callback);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Resized);
  const { container } = render(
    <MantineProvider theme={theme} env="test">
      <ScrollArea h={100}>long</ScrollArea>
    </MantineProvider>,
  );
  const area = container.querySelector('.mantine-ScrollArea-root')!;
  const barState = () => container.querySelector('.mantine-ScrollArea-scrollbar')?.getAttribute('data-state');
  const settle = () => act(() => observers.forEach((callback) => callback([], {} as ResizeObserver)));
  fireEvent.pointerEnter(area);
  settle();
  act(() => void vi.advanceTimersByTime(50));
  expect(barState()).toBe('visible');
  fireEvent.pointerLeave(area);
  act(() => void vi.advanceTimersByTime(599));
  expect(barState()).toBe('visible');
  act(() => void vi.advanceTimersByTime(1));
  expect(barState()).not.toBe('visible');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
