import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { PaymentMethods } from '../../../../src/screens/payment-methods/payment-methods.tsx';
import type { Replica as ShownReplica } from '../../../../src/state/replica.tsx';
import { outcome, type RowsByTable } from '../../../support/device/replica.ts';
import {
  BUSINESS_ID,
  businessRow,
  NOON_MS,
  paymentMethodRow,
  saleRow,
  USER_ID,
  userRow,
} from '../../../support/shop-rows.ts';
import {
  meanwhile,
  openShop,
  renderShop,
  setStatus,
  type ShopOptions,
} from '../../../support/screens/shop-screens.tsx';

const CASH = paymentMethodRow({ id: 21, name: 'Cash', icon: 'Banknote', isReadonly: true });
const MOBILE = paymentMethodRow({ id: 22, name: 'Mobile Money', icon: 'Phone', createdByUserId: USER_ID });
const BANK = paymentMethodRow({ id: 23, name: 'Stanbic', icon: 'Building', createdByUserId: 71 });
const AIRTEL = paymentMethodRow({ id: 25, name: 'Airtel Money', icon: 'Phone' });
const ROWS: RowsByTable = {
  business: [businessRow({ defaultPaymentMethodId: CASH.id })],
  paymentMethod: [CASH, MOBILE, BANK],
  user: [userRow({ id: USER_ID, username: 'amina', firstName: '' }), userRow({ id: 71, username: 'Brian Okello' })],
};
const STAFF = { role: 'staff', projection: 'staff' } as const;

interface Options extends ShopOptions {
  run?: ShownReplica['run'];
}

async function open({ run, ...options }: Options = {}) {
  const opened = await openShop({ ...options, rows: { ...ROWS, ...options.rows } });
  const routes = [
    { path: '/payment-methods', element: <PaymentMethods /> },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const app = renderShop(
    { replica: { ...opened.replica, run: run ?? opened.replica.run } },
    routes,
    '/payment-methods',
  );
  const waiting = async () => (await opened.shop.outbox()).map(({ wire }) => [wire.name, wire.args] as const);
  return { ...opened, app, waiting };
}

async function show(options: Options = {}) {
  const shown = await open(options);
  await screen.findByRole('list', { name: 'Payment methods' });
  return shown;
}

const card = (name: string) => within(screen.getByRole('group', { name }));
const namesIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('heading')
    .map((heading) => heading.textContent);
const actsOf = (name: string) =>
  card(name)
    .queryAllByRole('button')
    .map((button) => button.textContent);
const press = (name: string, button: string) => userEvent.click(card(name).getByRole('button', { name: button }));
const usedBy = (paymentMethodId: number): RowsByTable => ({ sale: [saleRow({ id: 1, paymentMethodId })] });
const refusal = (code: 'method_in_use' | 'method_readonly') => () =>
  Promise.resolve({ ok: false, error: { code } } as const);

describe('the list', () => {
  test('R-PAY-05 R-PAY-06 R-PAY-07 R-PAY-09 C-133 shows icon, name, who added it, and which is the default, that one first', async () => {
    await show();
    await waitFor(() => expect(document.title).toBe('Payment Methods · Kaunta'));
    expect(namesIn('Payment methods')).toEqual(['Cash', 'Mobile Money', 'Stanbic']);
    const icons = ['Cash', 'Mobile Money', 'Bank Transfer'].map((name) => screen.getByRole('img', { name }));
    expect(icons).toHaveLength(3);
    expect(card('Cash').getByText('Default')).toBeTruthy();
    expect(screen.getAllByText('Default')).toHaveLength(1);
    expect(card('Cash').getByText('Added by System')).toBeTruthy();
    expect(card('Mobile Money').getByText('Added by amina')).toBeTruthy();
    expect(card('Stanbic').getByText('Added by Brian Okello')).toBeTruthy();
  });

  test('R-PAY-08 M29 says which ones are used: also by another of the name, and by a payment that came later', async () => {
    const alias = paymentMethodRow({ id: 24, name: 'stanbic', aliasOfId: BANK.id });
    const payment = { id: 5, amountMinor: 100, paymentMethodId: AIRTEL.id, paymentMethodName: 'Airtel Money' };
    const paidLater = saleRow({ id: 2, payments: [{ ...payment, transactionId: null, byUserId: 71, atMs: NOON_MS }] });
    const sale = [saleRow({ id: 1, paymentMethodId: alias.id }), paidLater];
    await show({ rows: { paymentMethod: [CASH, MOBILE, BANK, AIRTEL, alias], sale } });
    expect(namesIn('Payment methods')).toEqual(['Cash', 'Airtel Money', 'Mobile Money', 'Stanbic']);
    expect(card('Stanbic').getByText('Used in Sales')).toBeTruthy();
    expect(card('Airtel Money').getByText('Used in Sales')).toBeTruthy();
    expect(screen.getAllByText('Used in Sales')).toHaveLength(2);
  });

  test('R-PAY-08 a sale that is rung up meanwhile makes its method a used one', async () => {
    const { shop } = await show();
    expect(screen.queryByText('Used in Sales')).toBeNull();
    await meanwhile(() => shop.absorb({ rows: usedBy(MOBILE.id) }));
    expect(await card('Mobile Money').findByText('Used in Sales')).toBeTruthy();
  });

  test('R-PAY-01 the way back is Settings', async () => {
    const { app } = await show();
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(app.path()).toBe('/profile');
  });

  test('R-PAY-25 C-145 C-052 without a copy of the shop it is loading; for who has to sign in it is empty', async () => {
    const { shop } = await open({ rows: { paymentMethod: [], user: [] }, state: { snapshotComplete: false } });
    expect(await screen.findByText('Loading payment methods...')).toBeTruthy();
    await meanwhile(() => setStatus(shop, { phase: 'sign_in' }));
    expect(await screen.findByText('No payment methods found')).toBeTruthy();
    expect(screen.getByText("Until this device has them, a sale is paid by 'Cash (Fallback)'.")).toBeTruthy();
  });

  test('R-PAY-25 C-145 who has to sign in again still sees what this device holds', async () => {
    const { shop } = await show();
    await meanwhile(() => setStatus(shop, { phase: 'sign_in' }));
    expect(namesIn('Payment methods')).toEqual(['Cash', 'Mobile Money', 'Stanbic']);
  });
});

describe('who may change them', () => {
  test('G7 staff see them and can change nothing', async () => {
    await show({ state: STAFF });
    expect(screen.getByText('Only an admin can change payment methods.')).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  test.each([
    ['R-PAY-10 R-PAY-11 the default that is read-only: nothing', 'Cash', []],
    ['R-PAY-10 R-PAY-11 another one: both', 'Mobile Money', ['Set as default', 'Remove']],
  ])('%s', async (_title, name, acts) => {
    await show();
    expect(actsOf(name)).toEqual(acts);
    expect(screen.queryByText('Only an admin can change payment methods.')).toBeNull();
  });

  test('C-131 Cash, which is read-only, can be made the default again, and never leaves', async () => {
    const { waiting } = await show({ rows: { business: [businessRow({ defaultPaymentMethodId: MOBILE.id })] } });
    expect(actsOf('Cash')).toEqual(['Set as default']);
    await press('Cash', 'Set as default');
    expect(await card('Cash').findByText('Default')).toBeTruthy();
    expect(await waiting()).toEqual([['paymentMethod.setDefault', { businessId: BUSINESS_ID, id: CASH.id }]]);
  });
});

describe('the default', () => {
  test('R-PAY-10 R-PAY-13 R-PAY-23 M30 moves, so that there is one, and waits on the row', async () => {
    await show();
    await press('Mobile Money', 'Set as default');
    expect(await screen.findByText('Default payment method updated')).toBeTruthy();
    await waitFor(() => expect(namesIn('Payment methods')[0]).toBe('Mobile Money'));
    expect(screen.getAllByText('Default')).toHaveLength(1);
    expect(card('Mobile Money').getByText('Default')).toBeTruthy();
    expect(card('Mobile Money').getByText('Pending sync')).toBeTruthy();
    expect(card('Cash').queryByText('Pending sync')).toBeNull();
    expect(actsOf('Mobile Money')).toEqual(['Remove']);
  });

  test("M30 one that the server did not take says 'Not accepted'", async () => {
    const { shop } = await show();
    await press('Mobile Money', 'Set as default');
    expect(await card('Mobile Money').findByText('Pending sync')).toBeTruthy();
    await meanwhile(async () =>
      shop.absorb({ confirmed: await shop.confirmed(1, [outcome(1, 'refused', ['not_permitted'])]) }),
    );
    expect(await screen.findByText('Not accepted')).toBeTruthy();
  });

  test('R-PAY-24 what was not saved is told', async () => {
    await show({ run: () => Promise.reject(new Error('bug')) });
    await press('Mobile Money', 'Set as default');
    expect(await screen.findByText('Failed to update default payment method')).toBeTruthy();
    expect(card('Cash').getByText('Default')).toBeTruthy();
  });

  test('R-PAY-13 none: a sale starts with Cash', async () => {
    await show({ rows: { business: [businessRow({ defaultPaymentMethodId: null })] } });
    expect(screen.queryByText('Default')).toBeNull();
    expect(screen.getByText('None is the default: a sale starts with Cash.')).toBeTruthy();
  });
});

describe('removing', () => {
  test('R-PAY-11 R-PAY-21 one that nobody used leaves', async () => {
    const { waiting } = await show();
    await press('Mobile Money', 'Remove');
    expect(await screen.findByText('Payment method deleted successfully')).toBeTruthy();
    await waitFor(() => expect(namesIn('Payment methods')).toEqual(['Cash', 'Stanbic']));
    expect(await waiting()).toEqual([['paymentMethod.remove', { businessId: BUSINESS_ID, id: MOBILE.id }]]);
  });

  test('R-PAY-12 R-PAY-18 C-132 of a used one the button is disabled and says why, to the eye and to the ear', async () => {
    await show({ rows: usedBy(MOBILE.id) });
    const button = card('Mobile Money').getByRole<HTMLButtonElement>('button', { name: 'Remove' });
    expect(button.disabled).toBe(true);
    const why =
      'Cannot delete payment method that is used in sales. Please remove all sales using this payment method first.';
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why);
    await userEvent.hover(button.parentElement!);
    expect((await screen.findByRole('tooltip')).textContent).toBe(why);
  });

  test.each([
    ['R-PAY-18 R-PAY-22 C-132', 'method_in_use', /^Cannot delete payment method that is used in sales\. Please remove/],
    ['R-PAY-17 R-PAY-22', 'method_readonly', /^This payment method cannot be removed/],
  ] as const)('%s a refusal is told with its reason: %s', async (_ids, code, reason) => {
    await show({ run: refusal(code) });
    await press('Mobile Money', 'Remove');
    expect(await screen.findByText('Failed to delete payment method')).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    expect(namesIn('Payment methods')).toContain('Mobile Money');
  });

  test('M29 one that was used elsewhere meanwhile is back in its place', async () => {
    const { shop } = await show();
    await press('Mobile Money', 'Remove');
    await waitFor(() => expect(namesIn('Payment methods')).toEqual(['Cash', 'Stanbic']));
    await meanwhile(async () =>
      shop.absorb({
        rows: usedBy(MOBILE.id),
        confirmed: await shop.confirmed(1, [outcome(1, 'refused', ['method_in_use'])]),
      }),
    );
    expect(await screen.findByRole('group', { name: 'Mobile Money' })).toBeTruthy();
    expect(card('Mobile Money').getByText('Used in Sales')).toBeTruthy();
  });
});

describe('archiving', () => {
  test('C-054 G58 a used one can be hidden from those to choose from, and restored', async () => {
    const { waiting } = await show({ rows: usedBy(MOBILE.id) });
    expect(actsOf('Mobile Money')).toEqual(['Set as default', 'Archive', 'Remove']);
    await press('Mobile Money', 'Archive');
    expect(await screen.findByText('Payment method archived')).toBeTruthy();
    await waitFor(() => expect(namesIn('Payment methods')).toEqual(['Cash', 'Stanbic']));
    expect(namesIn('Archived payment methods')).toEqual(['Mobile Money']);
    expect(actsOf('Mobile Money')).toEqual(['Restore', 'Remove']);
    await press('Mobile Money', 'Restore');
    await waitFor(() => expect(namesIn('Payment methods')).toEqual(['Cash', 'Mobile Money', 'Stanbic']));
    expect(screen.queryByRole('heading', { name: 'Archived' })).toBeNull();
    const of = { businessId: BUSINESS_ID, id: MOBILE.id };
    expect(await waiting()).toEqual([
      ['paymentMethod.setArchived', { ...of, isArchived: true }],
      ['paymentMethod.setArchived', { ...of, isArchived: false }],
    ]);
  });

  test('C-054 what was not saved is told', async () => {
    await show({ rows: usedBy(MOBILE.id), run: () => Promise.reject(new Error('bug')) });
    await press('Mobile Money', 'Archive');
    expect(await screen.findByText('Failed to archive payment method')).toBeTruthy();
    expect(namesIn('Payment methods')).toContain('Mobile Money');
  });
});

describe('adding', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: 'Add payment method' }));
  const name = () => dialog().getByLabelText<HTMLInputElement>('Name');
  const type = (text: string) => fireEvent.change(name(), { target: { value: text } });
  const icon = (label: string) => dialog().getByRole<HTMLInputElement>('radio', { name: label });
  const submit = () => userEvent.click(dialog().getByRole('button', { name: 'Add method' }));
  const suggested = () =>
    [...(name().list?.options ?? document.querySelectorAll<HTMLOptionElement>('datalist option'))].map(
      ({ value }) => value,
    );

  async function add(options: Options = {}) {
    const shown = await show(options);
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByRole('dialog', { name: 'Add payment method' });
    return shown;
  }

  test('R-PAY-02 R-PAY-03 R-PAY-04 asks for a name and one of four icons, Credit Card at first', async () => {
    await add();
    expect(name().value).toBe('');
    const labels = ['Credit Card', 'Cash', 'Mobile Money', 'Bank Transfer'];
    expect(dialog().getAllByRole('radio')).toHaveLength(4);
    expect(labels.map((label) => icon(label).checked)).toEqual([true, false, false, false]);
  });

  test('R-PAY-14 R-PAY-19 M28 makes it, not as the default, and says that it waits', async () => {
    const { waiting } = await add();
    type('  Airtel Money ');
    await userEvent.click(icon('Mobile Money'));
    await submit();
    expect(await screen.findByText('Payment method created successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('group', { name: 'Airtel Money' })).toBeTruthy();
    expect(card('Airtel Money').queryByText('Default')).toBeNull();
    expect(card('Airtel Money').getByText('Pending sync')).toBeTruthy();
    expect(card('Airtel Money').getByText('Added by amina')).toBeTruthy();
    expect(await waiting()).toEqual([
      ['paymentMethod.create', { id: expect.any(Number), name: 'Airtel Money', icon: 'Phone' }],
    ]);
  });

  test.each([
    ['R-PAY-15', '   ', 'Please enter a name for the payment method'],
    ['R-PAY-16', ' mobile MONEY', 'A payment method with this name already exists'],
  ])('%s %j: %s, and what was typed stays', async (_id, typed, sentence) => {
    const { waiting } = await add();
    type(typed);
    await submit();
    expect(await dialog().findByText(sentence)).toBeTruthy();
    expect(name().value).toBe(typed);
    expect(document.activeElement).toBe(name());
    expect(await waiting()).toEqual([]);
  });

  test('R-PAY-16 C-054 the name of an archived one is taken too, and the way to it is told', async () => {
    await add({ rows: { paymentMethod: [CASH, { ...MOBILE, isArchived: true }] } });
    type('Mobile Money');
    await submit();
    const sentence = 'A payment method with this name already exists. It is archived: restore it below.';
    expect(await dialog().findByText(sentence)).toBeTruthy();
  });

  test('C-053 suggests what is not there yet, and takes its icon along unless one was chosen', async () => {
    await add();
    await waitFor(() => expect(suggested()).toEqual(['Bank Transfer', 'Credit']));
    type('Bank Transfer');
    expect(icon('Bank Transfer').checked).toBe(true);
    await userEvent.click(icon('Cash'));
    type('');
    type('Bank Transfer');
    expect(icon('Cash').checked).toBe(true);
  });

  test('R-PAY-20 what was not saved is told, and what was typed stays', async () => {
    await add({ run: () => Promise.reject(new Error('bug')) });
    type('Airtel Money');
    await submit();
    expect(await screen.findByText('Failed to create payment method')).toBeTruthy();
    expect(name().value).toBe('Airtel Money');
  });

  test('R-GEN-16 closing it over unsaved input is asked about', async () => {
    await add();
    type('Air');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Unsaved Changes' });
    await userEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test("M28 where somebody else had made it first, the person's own is merged: no error, and it says so", async () => {
    const { shop, device } = await add();
    type('airtel money');
    await submit();
    await screen.findByRole('group', { name: 'airtel money' });
    const first = paymentMethodRow({ id: 90, name: 'Airtel Money', createdByUserId: 71 });
    const own = (await device.rows('paymentMethod')).find((row) => row.name === 'airtel money')!;
    await meanwhile(async () =>
      shop.absorb({
        rows: { paymentMethod: [first, { ...own, version: 2, aliasOfId: first.id }] },
        confirmed: await shop.confirmed(1, [outcome(1, 'merged')]),
      }),
    );
    expect(await screen.findByText('Merged with existing Airtel Money')).toBeTruthy();
    expect(namesIn('Payment methods').filter((each) => /airtel/i.test(each ?? ''))).toEqual(['Airtel Money']);
    expect(card('Airtel Money').getByText('Added by Brian Okello')).toBeTruthy();
  });
});
