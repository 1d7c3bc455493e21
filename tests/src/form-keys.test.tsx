import { type ExtendComponent, type InputWrapperFactory, MantineThemeProvider } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { routes } from '../../src/app/router.tsx';
import { itemEditLink, paths } from '../../src/parts/paths.ts';
import { setSignedOut } from '../../src/state/session.ts';
import { fakeServer, fakeServices, freshAppState, renderRoutes } from '../support/screens/app-harness.tsx';
import { openShop, renderShop } from '../support/screens/shop-screens.tsx';
import { settled } from '../support/screens/walk-inputs.ts';
import { businessRow, itemRow } from '../support/shop-rows.ts';

// The test opens the shop itself.
vi.mock('../../src/app/signed-in.tsx', () => ({ SignedIn: ({ children }: { children: ReactNode }) => children }));

/** The labels of all fields that were rendered, in order. Every field of Mantine asks its wrapper for its variables. */
const rendered: string[] = [];
const noted: ExtendComponent<InputWrapperFactory> = {
  vars: (_theme, { label }) => {
    // The label itself asks too, but has none.
    if (typeof label === 'string') rendered.push(label);
    return { label: {}, error: {}, description: {}, success: {} };
  },
};
const watched = [
  {
    element: (
      <MantineThemeProvider theme={{ components: { InputWrapper: noted } }}>
        <Outlet />
      </MantineThemeProvider>
    ),
    children: routes,
  },
];

beforeEach(() => freshAppState());

/** Shows the screen at an address, signed in unless it is for signed-out people. */
async function show(path: string): Promise<void> {
  if (path === paths.register) {
    setSignedOut('none');
    renderRoutes(watched, path, fakeServices(fakeServer({})));
  } else {
    const { replica } = await openShop({ rows: { business: [businessRow({})], item: [itemRow({ id: 9 })] } });
    renderShop({ replica }, watched, path);
  }
  await screen.findByRole('button', { name: /^(Register|Save|Create|Add item)/u });
  await settled(20);
}

const FORMS = [
  paths.newItem,
  paths.newItemAdvanced,
  itemEditLink(9),
  paths.registerBusiness,
  paths.register,
  paths.newCustomer,
  paths.newSupplier,
];

test.each(FORMS)('X-TYPE-53 at %s a key renders the field that it is typed into, and no other', async (path) => {
  await show(path);
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>(
      'form :is(input, textarea):not([type="checkbox"], [type="radio"], [type="file"])',
    ),
  ];
  expect(fields.length).toBeGreaterThan(3);
  for (const field of fields) {
    const label = field.labels?.[0]?.firstChild?.textContent ?? '';
    // The first key also marks the form as changed.
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: '7' } });
    await settled();
    rendered.length = 0;
    fireEvent.change(field, { target: { value: '77' } });
    await settled();
    expect([...new Set(rendered)], label).toEqual([label]);
  }
});
