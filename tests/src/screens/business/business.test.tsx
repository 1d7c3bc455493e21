import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { BusinessInfo } from '../../../../src/screens/business/business-info.tsx';
import { EditBusiness } from '../../../../src/screens/business/edit-business.tsx';
import { socialLink } from '../../../../domain/text/social-link.ts';
import { setSignedOut } from '../../../../src/state/session.ts';
import { setSyncStatus } from '../../../../src/state/sync-status.ts';
import { type Answer, fakeServer, fakeServices, json, renderPart } from '../../../support/screens/app-harness.tsx';
import { BUSINESS_ID, businessRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';

const ROUTES = [
  { path: '/business-info', element: <BusinessInfo /> },
  { path: '/register/business', element: <EditBusiness /> },
  { path: '/profile', element: <p>Settings screen</p> },
  { path: '/dashboard', element: <p>Home screen</p> },
];
const FULL = businessRow({
  name: 'Amina General Store',
  slug: 'amina',
  description: 'Everything for the kitchen',
  address: 'Market Street 5',
  country: 'UG',
  email: 'shop@example.com',
  phone: '0772 123456',
  socialMediaX: '@amina',
  socialMediaInstagram: 'https://instagram.com/amina',
  socialMediaTiktok: 'javascript:alert(1)',
});

async function show(
  path: string,
  business = FULL,
  answers: Record<string, () => Answer> = {},
  options: ShopOptions = {},
) {
  const opened = await openShop({ ...options, rows: { business: [business] } });
  const server = fakeServer(answers);
  const app = renderShop(opened, ROUTES, path, fakeServices(server));
  return { ...opened, server, app };
}
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  if (text !== '') await userEvent.type(screen.getByLabelText(label), text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const outbox = async ({ device }: Awaited<ReturnType<typeof openShop>>) =>
  (await device.database.tables.outbox.toArray()).map(({ wire }) => wire);
const ok = () => json(200, { success: true, data: {} });

describe('/business-info', () => {
  test('R-BIZ-02 R-BIZ-03 R-BIZ-04 R-BIZ-05 R-BIZ-06 R-BIZ-07 R-BIZ-08 C-136 shows the shop, with safe links only', async () => {
    await show('/business-info');
    expect(await screen.findByRole('heading', { name: 'Amina General Store' })).toBeTruthy();
    const link = screen.getByRole('link', { name: `${window.location.host}/amina` });
    expect(link.getAttribute('href')).toBe('/amina');
    expect(screen.getByText('Everything for the kitchen')).toBeTruthy();
    expect(screen.getByText('Market Street 5, Uganda')).toBeTruthy();
    expect(screen.getByText('UGX')).toBeTruthy();
    expect(screen.getByText('Africa/Kampala')).toBeTruthy();
    expect(screen.getByRole('link', { name: '@amina' }).getAttribute('href')).toBe('https://x.com/amina');
    expect(screen.getByRole('link', { name: 'https://instagram.com/amina' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'javascript:alert(1)' })).toBeNull();
    expect(screen.getByText('javascript:alert(1)')).toBeTruthy();
  });

  test('R-BIZ-01 R-BIZ-06 R-BIZ-09 what is not there is not shown, and an unknown currency is UGX', async () => {
    const image = 'https://example.com/shop.webp';
    await show(
      '/business-info',
      businessRow({ currency: '', profileImageUrl: image, socialMediaTiktok: '@amina', socialMediaX: null }),
    );
    expect(await screen.findByText('UGX')).toBeTruthy();
    expect(screen.getByRole('img').getAttribute('src')).toBe(image);
    expect(screen.queryByText('X')).toBeNull();
    expect(screen.getByRole('link', { name: '@amina' }).getAttribute('href')).toBe('https://www.tiktok.com/@amina');
  });

  test('R-BIZ-10 C-020 Edit leads to the form in profile mode', async () => {
    const { app } = await show('/business-info');
    await userEvent.click(await screen.findByRole('link', { name: 'Edit' }));
    expect([app.path(), app.search()]).toEqual(['/register/business', '?mode=profile']);
  });

  test('R-BIZ-10 staff, who may not edit, see no Edit', async () => {
    await show('/business-info', FULL, {}, { state: { role: 'staff', projection: 'staff' } });
    await screen.findByRole('heading', { name: 'Amina General Store' });
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  test('R-BIZ-11 C-032 whose session ended is told so', async () => {
    await show('/business-info');
    await screen.findByRole('heading', { name: 'Amina General Store' });
    act(() => setSignedOut('ended'));
    expect(await screen.findByText('Not authenticated')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/login');
  });

  test.each([
    ['@amina_store', 'https://x.com/amina_store'],
    ['amina', 'https://x.com/amina'],
    ['x.com/amina', 'https://x.com/amina'],
    ['http://x.com/amina', 'https://x.com/amina'],
    ['data:text/html,x', null],
    ['two words', null],
  ])('C-136 %s is linked to %s', (typed, link) => {
    expect(socialLink('x', typed)).toBe(link);
  });
});

describe('/register/business', () => {
  test.each([
    ['R-BIZ-12 R-BIZ-14 R-BIZ-29', '/register/business?mode=profile', 'Edit Business Details', '/profile'],
    ['R-BIZ-13 R-BIZ-15', '/register/business', 'Business Details', '/dashboard'],
  ])('%s C-020 %s is titled so, saves offline, and leads on', async (_ids, path, title, next) => {
    const shown = await show(path);
    await screen.findByLabelText('Business name');
    await waitFor(() => expect(document.title).toContain(title));
    await goOffline();
    await type('Business name', 'Amina & Sons');
    await save();
    expect(await screen.findByText('Business Details Saved')).toBeTruthy();
    await waitFor(() => expect(shown.app.path()).toBe(next));
    expect(await outbox(shown)).toMatchObject([
      { name: 'business.edit', args: { id: BUSINESS_ID, base: { name: FULL.name }, change: { name: 'Amina & Sons' } } },
    ]);
    expect(shown.server.calls).toEqual([]);
  });

  test('M34 C-137 an address is sent with the country that was seen beside it, because the two only make sense together', async () => {
    const shown = await show('/register/business?mode=profile');
    await screen.findByLabelText('Business name');
    await type('Address', 'Plot 9, Kira Road');
    await save();
    expect(await screen.findByText('Business Details Saved')).toBeTruthy();
    expect((await outbox(shown)).map(({ args }) => args)).toEqual([
      {
        id: BUSINESS_ID,
        base: { address: FULL.address, country: FULL.country },
        change: { address: 'Plot 9, Kira Road' },
      },
    ]);
  });

  test('R-BIZ-16 C-021 the way back leads home', async () => {
    const { app } = await show('/register/business?mode=profile');
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    expect(app.path()).toBe('/dashboard');
  });

  test.each([
    ['R-BIZ-19', 'Business name', 'A', 'Business name must be at least 2 characters'],
    ['R-BIZ-20', 'Slug', 'a', 'Link name must be at least 2 characters'],
    ['R-BIZ-21', 'Slug', 'My Shop', 'Link name can contain only lowercase letters, digits and hyphens'],
    ['C-023', 'Slug', 'items', 'This link name is reserved'],
    ['R-BIZ-23', 'Email', 'nobody', 'Please enter a valid email'],
    ['R-BIZ-24', 'Address', 'here', 'Address must be at least 5 characters'],
  ])('%s refuses %s %j beside its field', async (_id, label, text, message) => {
    const shown = await show('/register/business');
    await screen.findByLabelText('Business name');
    await type(label, text);
    await save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await outbox(shown)).toEqual([]);
  });

  test('R-BIZ-28 refuses a description that is too long', async () => {
    await show('/register/business', businessRow({ description: 'x'.repeat(501) }));
    await screen.findByLabelText('Business name');
    await save();
    expect(await screen.findByText('Description must be 500 characters or less.')).toBeTruthy();
  });

  test('R-BIZ-22 R-BIZ-23 C-134 slug and email may be left empty; an empty slug changes nothing', async () => {
    const shown = await show('/register/business');
    await screen.findByLabelText('Business name');
    await type('Slug', '');
    await type('Email', '');
    await save();
    expect(await screen.findByText('Business Details Saved')).toBeTruthy();
    expect(shown.server.calls).toEqual([]);
    expect(await outbox(shown)).toMatchObject([{ args: { change: { email: '' } } }]);
  });

  test('M34 C-043 slug and currency are asked of the server at once, after a warning, and go into no queue', async () => {
    const shown = await show('/register/business', FULL, {
      [`PATCH /business/${BUSINESS_ID}/slug`]: ok,
      [`PATCH /business/${BUSINESS_ID}/currency`]: ok,
    });
    await screen.findByLabelText('Business name');
    expect(screen.queryByText('Existing amounts will not be converted')).toBeNull();
    await type('Slug', 'amina-and-sons');
    await userEvent.selectOptions(screen.getByLabelText('Currency'), 'KES');
    expect(screen.getByText('Existing amounts will not be converted')).toBeTruthy();
    await save();
    expect(await screen.findByText('Business Details Saved')).toBeTruthy();
    const { clientId, nextMid } = await shown.shop.state();
    expect(shown.server.calls.map(({ body }) => body)).toEqual([
      { slug: 'amina-and-sons' },
      { currency: 'KES', device: { clientId, lastMid: nextMid - 1 } },
    ]);
    expect(await outbox(shown)).toEqual([]);
    expect(shown.wake).toHaveBeenCalled();
  });

  test('X-TYPE-42 C-140 the time zone stands in the information; another one is saved offline too, after a sentence on past days', async () => {
    const shown = await show('/register/business');
    const field = await screen.findByLabelText<HTMLSelectElement>('Time zone');
    expect(field.selectedOptions[0]?.textContent).toBe('Africa/Kampala');
    await goOffline();
    expect(screen.queryByText('Past days are counted anew')).toBeNull();
    await userEvent.selectOptions(field, 'Europe/London');
    expect(screen.getByText('Past days are counted anew')).toBeTruthy();
    expect(screen.getByText(/^Nothing that was recorded changes/)).toBeTruthy();
    await save();
    expect(await screen.findByText('Business Details Saved')).toBeTruthy();
    expect(await outbox(shown)).toMatchObject([
      { name: 'business.edit', args: { base: { timeZone: 'Africa/Kampala' }, change: { timeZone: 'Europe/London' } } },
    ]);
    expect(shown.server.calls).toEqual([]);
  });

  test('X-TYPE-42 a zone that this browser does not list stays what it is', async () => {
    const shown = await show('/register/business', businessRow({ timeZone: 'Etc/GMT-3' }));
    const field = await screen.findByLabelText<HTMLSelectElement>('Time zone');
    expect(field.value).toBe('Etc/GMT-3');
    await type('Business name', 'Amina & Sons');
    await save();
    expect(await screen.findByText('Business Details Saved')).toBeTruthy();
    expect(await outbox(shown)).toMatchObject([{ args: { change: { name: 'Amina & Sons' } } }]);
  });

  test('M34 offline slug and currency are disabled and say why; with changes waiting the currency is', async () => {
    await show('/register/business');
    await screen.findByLabelText('Business name');
    act(() => setSyncStatus({ pendingCount: 2 }));
    expect(screen.getByLabelText('Currency')).toHaveProperty('disabled', true);
    expect(screen.getByText('Changes wait on this device. Send them first, then change the currency.')).toBeTruthy();
    expect(screen.getByLabelText('Slug')).toHaveProperty('disabled', false);
    await goOffline();
    expect(
      screen.getByText('You are offline. Connect to the internet to change the link or the currency.'),
    ).toBeTruthy();
    for (const label of ['Slug', 'Currency']) expect(screen.getByLabelText(label)).toHaveProperty('disabled', true);
  });

  test('M34 what was typed into them before the signal went can be put back, and the rest is saved', async () => {
    const shown = await show('/register/business');
    await screen.findByLabelText('Business name');
    const slug = screen.getByLabelText<HTMLInputElement>('Slug');
    const before = slug.value;
    await type('Slug', 'amina-and-sons');
    await userEvent.selectOptions(screen.getByLabelText('Currency'), 'KES');
    await type('Business name', 'Amina & Sons');
    await goOffline();
    await type('Slug', before);
    await userEvent.selectOptions(screen.getByLabelText('Currency'), 'UGX');
    for (const label of ['Slug', 'Currency']) expect(screen.getByLabelText(label)).toHaveProperty('disabled', true);
    await save();
    expect(await screen.findByText('Business Details Saved')).toBeTruthy();
    expect(await outbox(shown)).toHaveLength(1);
    expect(shown.server.calls).toEqual([]);
  });

  test('R-BIZ-30 R-BIZ-32 what the server refused stands beside its field, and nothing was saved', async () => {
    const taken = { path: 'slug', message: 'This link name is already taken' };
    const shown = await show('/register/business', FULL, {
      [`PATCH /business/${BUSINESS_ID}/slug`]: () => json(409, { error: 'Not accepted', ...taken, details: [taken] }),
    });
    await screen.findByLabelText('Business name');
    await type('Business name', 'Amina & Sons');
    await type('Slug', 'ruth');
    await save();
    expect(await screen.findByText('Failed to update business details')).toBeTruthy();
    expect(screen.getAllByText('This link name is already taken').length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Slug')).toHaveProperty('value', 'ruth');
    expect(await outbox(shown)).toEqual([]);
  });

  test('R-BIZ-30 a link whose change got no answer may be changed: the form says so, and saving again does it', async () => {
    let isLost = true;
    const shown = await show('/register/business', FULL, {
      [`PATCH /business/${BUSINESS_ID}/slug`]: () => (isLost ? new TypeError('Failed to fetch') : ok()),
    });
    await screen.findByLabelText('Business name');
    await type('Slug', 'ruth');
    await save();
    expect(await screen.findByText('Failed to update business details')).toBeTruthy();
    expect(
      screen.getByText('No answer came, so it may be done all the same. Save again: that does no harm.'),
    ).toBeTruthy();
    isLost = false;
    await save();
    expect(await screen.findByText('Business Details Saved')).toBeTruthy();
    expect(shown.server.calls).toHaveLength(2);
  });

  test('R-BIZ-30 a device that cannot save says so, and what was typed is still there', async () => {
    const { replica, ...shown } = await openShop({ rows: { business: [FULL] } });
    const run = () => Promise.resolve({ ok: false as const, error: { code: 'not_permitted' as const } });
    renderShop(
      { ...shown, replica: { ...replica, run } as unknown as typeof replica },
      ROUTES,
      '/register/business',
      fakeServices(fakeServer({})),
    );
    await screen.findByLabelText('Business name');
    await type('Business name', 'Amina & Sons');
    await save();
    expect(await screen.findByText('Failed to update business details')).toBeTruthy();
    expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Amina & Sons');
  });

  test('R-BIZ-31 C-019 nobody’s business is not found, and nothing is asked', async () => {
    setSignedOut('none');
    const server = fakeServer({});
    renderPart(<EditBusiness />, fakeServices(server));
    expect(await screen.findByText('Business ID not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/login');
    expect(server.calls).toEqual([]);
  });
});
