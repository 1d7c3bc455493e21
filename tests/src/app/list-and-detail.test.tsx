import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chunk, screenOf } from '../../../src/ui/chunk.tsx';
import { listAndDetail } from '../../../src/app/list-and-detail.tsx';
import { setFormDirty } from '../../../src/state/dirty-form.ts';
import { freshAppState, renderRoutes } from '../../support/screens/app-harness.tsx';
import { setWindowWidth } from '../../support/browser/window-width.ts';

beforeEach(freshAppState);

/** Makes a screen that appears when the returned function is called. */
function awaited(text: string) {
  const { promise, resolve } = Promise.withResolvers<() => React.ReactNode>();
  return { Screen: screenOf(chunk(() => promise)), come: () => act(async () => resolve(() => <p>{text}</p>)) };
}

function renderItem() {
  const list = awaited('The list');
  const detail = awaited('The item');
  setWindowWidth(1366);
  const Both = listAndDetail(list.Screen, ['/items']);
  renderRoutes([{ element: <Both />, children: [{ path: '/items/:id', element: <detail.Screen /> }] }], '/items/7');
  return { list, detail };
}

test('R-WIDE-23 the detail is there while its list is still on its way', async () => {
  const { list, detail } = renderItem();
  await detail.come();
  expect(screen.getByText('The item')).toBeTruthy();
  expect(screen.queryByText('The list')).toBeNull();
  await list.come();
  expect(screen.getByText('The list')).toBeTruthy();
  expect(screen.getByText('The item')).toBeTruthy();
});

test('R-WIDE-23 the list is there while the detail of one of its rows is still on its way', async () => {
  const { list, detail } = renderItem();
  await list.come();
  expect(screen.getByText('The list')).toBeTruthy();
  expect(screen.queryByText('The item')).toBeNull();
  await detail.come();
  expect(screen.getByText('The item')).toBeTruthy();
});

test.each([
  ['/items/old', '/items/old?q=radio'],
  ['/items/7', '/items?q=radio'],
])('R-WIDE-20 at %s the list that stands there is the one of %s', (path, place) => {
  setWindowWidth(1366);
  const Both = listAndDetail(() => null, ['/items', '/items/old']);
  const { container } = renderRoutes(
    [{ element: <Both />, children: [{ path: '/items/:id', element: null }] }],
    `${path}?q=radio`,
  );
  expect(container.querySelector('.k-list-pane')?.getAttribute('data-scrolls')).toBe(place);
});

test.each([
  ['from wide to narrow', 1366, 820],
  ['from narrow to wide', 820, 1366],
])(
  'R-GEN-16 R-WIDE-20 a tablet that is turned %s keeps what is typed in a detail; once nothing is typed its layout follows',
  async (_way, before, after) => {
    setWindowWidth(before);
    const Both = listAndDetail(() => <p>The list</p>, ['/items']);
    renderRoutes(
      [{ element: <Both />, children: [{ path: '/items/:id', element: <input aria-label="Name" /> }] }],
      '/items/7',
    );
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    await userEvent.type(name, 'half a na');
    act(() => setFormDirty(true));
    act(() => setWindowWidth(after));
    expect(screen.getByLabelText<HTMLInputElement>('Name')).toBe(name);
    expect(name.value).toBe('half a na');
    act(() => setFormDirty(false));
    expect(screen.queryAllByText('The list')).toHaveLength(after > 1023 ? 1 : 0);
  },
);
