import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Toasts } from '../../../../src/app/toasts.tsx';
import { PIN_IS_YEAR, PIN_TRIED_FIRST } from '../../../../domain/people/new-pin.ts';
import { BUSINESS_CATEGORIES } from '../../../../domain/business-category.ts';
import { Register } from '../../../../src/screens/auth/register.tsx';
import { PageTitleProvider } from '../../../../src/ui/page-title.tsx';
import {
  type Answer,
  fakeServer,
  fakeServices,
  freshAppState,
  json,
  renderRoutes,
} from '../../../support/screens/app-harness.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';
import { tapUntilGone } from '../../../support/screens/tap-until-gone.ts';
import { field } from '../../../support/screens/screen-driver.ts';

beforeEach(freshAppState);

function renderRegister(answers: Record<string, () => Answer> = {}) {
  const server = fakeServer(answers);
  const page = (
    <PageTitleProvider>
      <Register />
      <Toasts />
    </PageTitleProvider>
  );
  const app = renderRoutes(
    [
      { path: '/register', element: page },
      { path: '*', element: <Toasts /> },
    ],
    '/register',
    fakeServices(server),
  );
  const registered = () => server.calls.filter(({ path }) => path === '/auth/register');
  return { ...app, server, registered };
}

const GOOD = {
  'Business name': 'Amina General Store',
  Address: 'Plot 4, Luwum Street',
  'First name': 'Amina',
  'Last name': 'Nakato',
  Email: 'amina@example.com',
  Phone: '+256 772-123456',
  PIN: '0042',
  'Confirm PIN': '0042',
  'Business category': '5',
  Country: 'UG',
};
type Label = keyof typeof GOOD;

/** Pastes values, because the subject is the content of the fields, not typing. */
async function fill(values: Partial<Record<Label, string>>) {
  for (const [label, value] of Object.entries(values)) {
    const control = field(label);
    if (control instanceof HTMLSelectElement) await userEvent.selectOptions(control, value);
    else {
      await userEvent.clear(control);
      await userEvent.click(control);
      if (value !== '') await userEvent.paste(value);
    }
  }
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Register' }));

const messageBeside = (label: string) => {
  const described = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return described.map((id) => document.getElementById(id)?.textContent);
};

describe('the form', () => {
  test.each([
    ['R-REG-01', 'Business name'],
    ['R-REG-02', 'First name'],
    ['R-REG-03', 'Last name'],
    ['R-REG-04', 'Email'],
    ['R-REG-05', 'Address'],
    ['R-REG-06', 'Country'],
    ['R-REG-07', 'Currency'],
    ['R-REG-08', 'Phone'],
    ['R-REG-09', 'PIN'],
    ['R-REG-10 C-003', 'Confirm PIN'],
    ['R-REG-11', 'Business category'],
  ])('%s has one field %s', (_id, label) => {
    renderRegister();
    expect(screen.getAllByLabelText(label)).toHaveLength(1);
  });

  test('C-002 nobody types their name twice: there is no username field', () => {
    renderRegister();
    expect(screen.queryByLabelText('Username')).toBeNull();
  });

  test('R-REG-12 the currency is UGX until another is proposed or chosen', async () => {
    renderRegister();
    expect(field('Currency').value).toBe('UGX');
    await fill({ Country: 'KE' });
    expect(field('Currency').value).toBe('KES');
    await userEvent.selectOptions(field('Currency'), 'USD');
    await fill({ Country: 'TZ' });
    expect(field('Currency').value).toBe('USD');
  });

  const choices = () =>
    within(field('Business category'))
      .getAllByRole('option')
      .map((option) => option.textContent);

  test("R-REG-11 R-API-11 the categories are the server's", async () => {
    renderRegister({
      'GET /business/categories': () => json(200, { data: [{ id: 7, name: 'Anything else', description: '' }] }),
    });
    await waitFor(() => expect(choices()).toEqual(['Choose a category', 'Anything else']));
  });

  test('R-REG-11 M2 without the server the categories are those that came with the app', () => {
    renderRegister();
    expect(choices()).toEqual(['Choose a category', ...BUSINESS_CATEGORIES.map(({ name }) => name)]);
  });

  test('the way to login and back', () => {
    renderRegister();
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/welcome');
  });
});

describe('a phone that has to be proved', () => {
  test('R-REG-40 a field for the code appears, and what is typed there is sent with the rest', async () => {
    const asked = { path: 'code', message: 'Type the code that was sent to this phone.' };
    let tried = 0;
    const { registered } = renderRegister({
      'POST /auth/register': () =>
        (tried += 1) < 3
          ? json(422, { error: 'Invalid input', message: asked.message, details: [asked] })
          : json(201, { success: true, data: {} }),
    });
    await fill(GOOD);
    expect(screen.queryByLabelText('Code')).toBeNull();
    await send();
    const code = await screen.findByLabelText('Code');
    expect(screen.getByText(asked.message)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(code.getAttribute('aria-invalid')).not.toBe('true');
    await userEvent.type(code, '123456');
    await send();
    await waitFor(() => expect(registered()).toHaveLength(2));
    await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
    await send();
    await waitFor(() => expect(registered()).toHaveLength(3));
    expect(registered()[2]).toMatchObject({ body: { code: '123456' } });
  });
});

describe('what is refused before sending', () => {
  test.each<[string, Label, string, string]>([
    ['R-REG-13', 'Business name', 'A', 'Business name must be at least 2 characters'],
    ['R-REG-14', 'First name', 'A', 'First name must be at least 2 characters'],
    ['R-REG-15', 'Last name', ' ', 'Last name must be at least 2 characters'],
    ['R-REG-18', 'Email', 'amina@', 'Please enter a valid email address'],
    ['R-REG-19', 'Address', 'P. 4', 'Address must be at least 5 characters'],
    ['R-REG-20', 'Country', '', 'Country is required'],
    ['R-REG-22 C-006', 'Phone', '077212345', 'Phone number is too short'],
    ['R-REG-23', 'Phone', '0772 12 34 56 ext 7', 'Invalid phone number format'],
    ['R-REG-25 C-001', 'PIN', '123', 'PIN must be exactly 4 digits'],
    ['R-REG-25 C-001', 'PIN', '12345', 'PIN must be exactly 4 digits'],
    ['R-REG-26', 'PIN', '12a4', 'PIN must contain only numbers'],
    ['R-PIN-01', 'PIN', '1234', PIN_TRIED_FIRST],
    ['R-PIN-01', 'PIN', '1987', PIN_IS_YEAR],
    ['R-REG-27', 'Business category', '', 'Please select a business category'],
    ['R-REG-28', 'Confirm PIN', '0043', 'PINs do not match'],
  ])(
    "%s %s '%s': '%s' stands beside it, the focus in it, and nothing typed is lost",
    async (_ids, label, bad, message) => {
      const { registered } = renderRegister();
      const values = { ...GOOD, [label]: bad };
      await fill(values);
      await send();
      expect(messageBeside(label)).toContain(message);
      expect(document.activeElement).toBe(field(label));
      for (const [name, value] of Object.entries(values)) expect(field(name).value, name).toBe(value);
      expect(registered()).toEqual([]);
    },
  );

  test('G55 of many the first on the page gets the focus', async () => {
    renderRegister();
    await send();
    expect(document.activeElement).toBe(field('Business name'));
    expect(document.querySelectorAll('[aria-invalid="true"]').length).toBeGreaterThan(7);
  });
});

describe('what is sent', () => {
  test('G60 R-SNEW-38 tapped until the next screen is there, the shop is registered once', async () => {
    const { registered, path } = renderRegister({
      'POST /auth/register': () => json(201, { success: true, message: 'Registered' }),
    });
    await fill(GOOD);
    await tapUntilGone(screen.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(registered()).toHaveLength(1);
  });

  test('R-REG-17 R-REG-29 R-REG-30 R-API-08 C-002 C-003 C-012 C-140 as documented, and then on to login', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone: 'Africa/Kampala',
    } as Intl.ResolvedDateTimeFormatOptions);
    const { registered, path, router } = renderRegister({
      'POST /auth/register': () => json(201, { success: true, message: 'Registered' }),
    });
    await fill(GOOD);
    await send();
    await waitFor(() => expect(path()).toBe('/login'));
    // The typed phone number is passed on to the next screen.
    expect(router.state.location.state).toEqual({ phone: GOOD.Phone });
    expect(screen.getByRole('status').textContent).toContain('Registration successful! You can now log in.');
    expect(registered().map(({ body }) => body)).toEqual([
      {
        businessName: 'Amina General Store',
        firstName: 'Amina',
        lastName: 'Nakato',
        username: 'Amina Nakato',
        email: 'amina@example.com',
        address: 'Plot 4, Luwum Street',
        country: 'UG',
        currency: 'UGX',
        phone: '+256 772-123456',
        pin: '0042',
        businessCategoryId: 5,
        isBusinessOwner: true,
        timeZone: 'Africa/Kampala',
      },
    ]);
  });

  test.each([
    [
      'the message',
      { error: 'Conflict', message: 'Phone number is already registered' },
      'Phone number is already registered',
    ],
    ["'Registration failed' without one", { error: 'Conflict' }, 'Registration failed'],
  ])("R-REG-31 a failure shows the toast 'Error' with %s, and the input stays", async (_case, body, message) => {
    const { path } = renderRegister({ 'POST /auth/register': () => json(409, body) });
    await fill(GOOD);
    await send();
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Error')).toBeTruthy();
    expect(within(toast).getByText(message)).toBeTruthy();
    expect(path()).toBe('/register');
    expect(field('Business name').value).toBe(GOOD['Business name']);
    expect(field('PIN').value).toBe(GOOD.PIN);
  });

  test('R-REG-42 after a try without an answer, a taken phone is perhaps their own: the form says to log in', async () => {
    const details = [{ path: 'phone', message: 'This phone number is already registered' }];
    const answers: Answer[] = [
      new Error('no signal'),
      json(409, { error: 'Registration failed', message: 'Taken', details }),
      json(409, { error: 'Registration failed', message: 'Taken', details }),
    ];
    renderRegister({ 'POST /auth/register': () => answers.shift() ?? json(500, {}) });
    await fill(GOOD);
    await send();
    expect(await screen.findByText(/may be registered all the same/)).toBeTruthy();
    expect(screen.getByText('No answer came')).toBeTruthy();
    await send();
    expect(
      await screen.findByText('Your first try may have arrived. Log in with this phone and your PIN.'),
    ).toBeTruthy();
    expect(field('PIN').value).toBe(GOOD.PIN);
    // Another phone was not tried before: it is somebody else's.
    await fill({ Phone: '+256 772-123457' });
    await send();
    expect(await screen.findByText('Taken')).toBeTruthy();
  });

  test("R-REG-34 the server's message about a field stands beside it", async () => {
    const details = [{ path: 'phone', message: 'Phone number is already registered' }];
    renderRegister({ 'POST /auth/register': () => json(409, { error: 'Conflict', message: 'Taken', details }) });
    await fill(GOOD);
    await send();
    await waitFor(() => expect(messageBeside('Phone')).toContain('Phone number is already registered'));
    expect(document.activeElement).toBe(field('Phone'));
  });
});

test('M2 offline the button is disabled with its reason, and the input kept', async () => {
  renderRegister();
  await fill({ 'Business name': 'Amina General Store' });
  await goOffline();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Register' });
  expect(button.disabled).toBe(true);
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('You are offline. Connect to the internet to create your account.');
  expect(field('Business name').value).toBe('Amina General Store');
});

test('R-GEN-16 C-035 leaving a form that holds something asks first', async () => {
  const { path } = renderRegister();
  await fill({ 'Business name': 'Amina General Store' });
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByRole('dialog', { name: 'Unsaved Changes' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/welcome'));
});
