import type { ReactNode } from 'react';
import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../src/parts/paths.ts';
import { routes } from '../../src/app/router.tsx';
import type { Replica as ShownReplica } from '../../src/state/replica.tsx';
import { setSignedOut } from '../../src/state/session.ts';
import { fakeServer, fakeServices, freshAppState, renderRoutes } from '../support/screens/app-harness.tsx';
import { freshCounter } from '../support/screens/counter-screen.tsx';
import type { RowsByTable } from '../support/device/replica.ts';
import { CASH, MOBILE_MONEY } from '../support/screens/sales-screens.tsx';
import {
  businessRow,
  customerRow,
  itemRow,
  NOON_MS,
  orderRow,
  purchaseRow,
  saleRow,
  supplierRow,
  USER_ID,
  userRow,
} from '../support/shop-rows.ts';
import { openShop, renderShop } from '../support/screens/shop-screens.tsx';
import { type Known, settled, walkScreen, type WalkedScreen } from '../support/screens/walk-inputs.ts';

/*
 * Walks through every screen of the router and every linked screen, opens each dialog, and types the values of
 * typed-values.ts into each field. That file also has the expected meaning of each value.
 */

// The test opens the shop itself.
vi.mock('../../src/app/signed-in.tsx', () => ({ SignedIn: ({ children }: { children: ReactNode }) => children }));

// Preloads every chunk, so that screens and dialogs appear without waiting.
import.meta.glob('../../src/{app,parts,screens}/**/*.tsx', { eager: true });

const ID = 9;
const LINE = {
  ...{ id: 1, itemId: ID, itemName: 'Matches', quantityHundredths: 200, unitPriceMinor: 50_000 },
  totalMinor: 100_000,
};
const SALE_LINE = { ...LINE, itemSku: null, listPriceMinor: 50_000, discountMinor: 0, movesStock: true };
const paid = (id: number) => ({
  ...{ id, amountMinor: 100_000, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  ...{ byUserId: USER_ID, atMs: NOON_MS + id },
});
const SOLD = { lines: [SALE_LINE], totalMinor: 100_000, finalMinor: 100_000, customerId: ID, customerName: 'Asha' };

/** Rows of every kind, in each state in which a screen has other fields. */
const ROWS: RowsByTable = {
  business: [businessRow({ defaultPaymentMethodId: CASH.id })],
  paymentMethod: [CASH, MOBILE_MONEY],
  item: [
    itemRow({ id: ID, name: 'Matches' }),
    // The item under which an amount without an item is sold.
    itemRow({ id: 15, name: 'Other', sku: 'OTHER', type: 'service', trackStock: false }),
  ],
  sale: [
    saleRow({ ...SOLD, id: ID, paymentMethodId: MOBILE_MONEY.id }),
    saleRow({ ...SOLD, id: 10, status: 'pending', payments: [] }),
    saleRow({ ...SOLD, id: 11, flags: ['overpaid'], payments: [paid(1), paid(2)] }),
  ],
  order: [orderRow({ id: ID, lines: [LINE], totalMinor: 100_000 })],
  customer: [customerRow({ id: ID, name: 'Asha' })],
  supplier: [supplierRow({ id: ID, name: 'Bidco' })],
  purchase: [purchaseRow({ id: ID, supplierId: ID, supplierName: 'Bidco' })],
  user: [userRow({ id: USER_ID, role: 'admin', isBusinessOwner: true }), userRow({ id: 71 })],
};

const PUBLIC: readonly string[] = [paths.welcome, paths.login, paths.register, paths.forgotPin];

/**
 * Shows the screen at an address, with a full device and no server. Neither saving nor requests succeed, so the form
 * stays and the next value can be typed.
 */
function screenAt(path: string): WalkedScreen {
  const saved: unknown[] = [];
  let kept = (): Promise<unknown[]> => Promise.resolve([]);
  let pathNow = () => path;
  const server = fakeServer({});
  const services = fakeServices(server);
  const renderSignedIn = async () => {
    const { shop, device, replica } = await openShop({ rows: ROWS });
    kept = () => device.database.tables.draft.toArray();
    const run: ShownReplica['run'] = async (name, build) =>
      await shop.run(name, (tools) => {
        const args = build(tools);
        saved.push(args);
        device.runOutOfSpace();
        return args;
      });
    return renderShop({ replica: { ...replica, run } }, routes, path, services);
  };
  return {
    path: () => pathNow(),
    kept: () => kept(),
    takeSaved() {
      const sent = server.calls.splice(0).filter(({ method }) => method !== 'GET');
      return [...saved.splice(0), ...sent.map(({ body }) => body)];
    },
    async reopen() {
      cleanup();
      freshAppState();
      freshCounter();
      if (PUBLIC.includes(path)) setSignedOut('none');
      const view = PUBLIC.includes(path) ? renderRoutes(routes, path, services) : await renderSignedIn();
      pathNow = () => view.path() + view.search();
      await screen.findByRole('heading', { level: 1, name: /./ });
      // The content loads in several steps.
      await settled(20);
    },
  };
}

beforeEach(() => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  vi.spyOn(window, 'open').mockReturnValue(null);
});

/** The counter alone has a dozen fields in dialogs that close after each value. */
const WALK_WITHIN_MS = 600_000;

const known: Known = new Set();
const found: string[] = [];
const linked = new Set<string>();
const walked = new Set<string>();

async function walkAddress(path: string) {
  walked.add(path);
  const { fields, findings, links } = await walkScreen(screenAt(path), known);
  found.push(...fields);
  for (const link of links) linked.add(link);
  return findings;
}

test.each(Object.values(paths))(
  'X-TYPE-60 at %s each field takes what was meant, or says what is wrong',
  async (path) => {
    expect(await walkAddress(path.replace(':id', String(ID)))).toEqual([]);
  },
  WALK_WITHIN_MS,
);

test(
  'X-TYPE-60 so it is wherever those screens lead',
  async () => {
    for (let path = nextLink(); path !== undefined; path = nextLink()) expect(await walkAddress(path)).toEqual([]);
    // The walk has found the fields in dialogs, menus and lists too.
    expect(found.length).toBeGreaterThan(120);
  },
  WALK_WITHIN_MS,
);

/** Returns the next link, without that to the shop's public page, which is not part of the app. */
const nextLink = (): string | undefined =>
  [...linked].find((link) => !walked.has(link) && link !== `/${businessRow().slug}`);
