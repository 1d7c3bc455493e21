import { refusalOf } from '../fixtures/shop.ts';
import { expect, type Phones, saying, signIn, test } from '../fixtures/test.ts';

const BAD_INPUT = [
  { id: 'R-LOGIN-08', field: 'phone', phone: '077212345', pin: '7302', sentence: 'Phone number is required' },
  { id: 'R-LOGIN-09', field: 'pin', phone: '0772123456', pin: '258', sentence: 'PIN must be exactly 4 digits' },
  { id: 'R-LOGIN-10', field: 'pin', phone: '0772123456', pin: '25a0', sentence: 'PIN must contain only numbers' },
] as const;

for (const { id, field, phone, pin, sentence } of BAD_INPUT) {
  test(`${id} '${sentence}' stands at its field, nothing typed is lost, and the server says the same`, async ({
    phones,
    server,
  }) => {
    const { app } = await onLogin(phones);
    await app.login.signIn({ phone, pin });
    const wrong = field === 'phone' ? app.login.phone : app.login.pin;
    await expect(wrong).toHaveAccessibleDescription(saying(sentence));
    await expect(wrong).toBeFocused();
    await expect(app.login.phone).toHaveValue(phone);
    await expect(app.login.pin).toHaveValue(pin);

    const refusal = await refusalOf(server.url, '/auth/login', { phone, pin });
    expect([400, 422]).toContain(refusal.status);
    expect(refusal.details).toContainEqual({ path: field, message: sentence });
    expect(refusal.text).not.toContain(pin);
  });
}

test('R-LOGIN-11 R-LOGIN-12 a wrong PIN is a toast with the words of the server, and nothing typed is lost', async ({
  phones,
  shop,
}) => {
  const { app } = await onLogin(phones);
  await app.login.signIn({ phone: shop.phone, pin: '9999' });
  await expect(app.toast).toHaveRole('alert');
  await expect(app.toast).toContainText('Login Failed');
  await expect(app.toast).toContainText('Please check your credentials and try again.');
  await expect(app.login.phone).toHaveValue(shop.phone);
  await expect(app.login.pin).toHaveValue('9999');
});

test('R-LOGIN-11 R-LOGIN-12 the title is the error field, the text its message, else its details', async ({
  phones,
}) => {
  const { app, phone } = await onLogin(phones);
  phone.line.breakFor(/auth\/login/, { status: 403, json: { error: 'Closed', message: 'Ask the owner.' } }, 1);
  await app.login.signIn({ phone: '0772123456', pin: '7302' });
  await expect(app.toast).toHaveText('ClosedAsk the owner.');
  await app.closeToast();
  phone.line.breakFor(/auth\/login/, { status: 403, json: { details: 'Not at this hour.' } }, 1);
  await app.login.signIn({ phone: '0772123456', pin: '7302' });
  await expect(app.toast).toHaveText('Login FailedNot at this hour.');
  await app.closeToast();
  phone.line.breakFor(/auth\/login/, { status: 403, json: {} }, 1);
  await app.login.signIn({ phone: '0772123456', pin: '7302' });
  await expect(app.toast).toHaveText('Login FailedPlease check your credentials and try again.');
});

test('a captive portal at the door is no answer of the server', async ({ phones, shop }) => {
  const { app, phone } = await onLogin(phones);
  phone.line.breakFor(/auth\/login/, 'portal', 1);
  await app.login.signIn(shop);
  await expect(app.toast).toContainText('Kaunta cannot be reached. Check your connection and try again.');
  await app.closeToast();
  await app.login.signIn(shop);
  await expect(app.header.title).toHaveText('Home');
});

test('offline, Login is disabled and says why', async ({ phones }) => {
  const { app, phone } = await onLogin(phones);
  await phone.loseSignal();
  await expect(app.login.submitButton).toBeDisabled();
  await expect(app.text('You are offline. Connect to the internet to log in.')).toBeVisible();
  await phone.findSignal();
  await expect(app.login.submitButton).toBeEnabled();
});

test('R-LOGIN-03 R-LOGIN-04 R-WEL-02 R-WEL-03 the ways between welcome, login and register', async ({ phones }) => {
  const phone = await phones.take();
  const app = await phone.open('/welcome');
  await phone.page.getByRole('link', { name: 'Login' }).click();
  await expect(phone.page).toHaveURL(/\/login$/);
  await app.login.goToRegister();
  await expect(phone.page).toHaveURL(/\/register$/);
  await phone.page.goto(`${phone.line.url}/login`);
  await phone.page.getByRole('link', { name: /back|welcome/i }).click();
  await expect(phone.page).toHaveURL(/\/welcome$/);
  await phone.page.getByRole('link', { name: 'Register' }).click();
  await expect(phone.page).toHaveURL(/\/register$/);
});

test('R-LOGIN-05 R-LOGIN-06 R-LOGIN-07 R-LOGIN-13 R-GUARD-06 signing in leads home and lasts without a network', async ({
  phones,
  shop,
}) => {
  const phone = await phones.take();
  const answers: string[] = [];
  phone.context.on('response', (response) => {
    if (!/\/api\//.test(response.url()) || /events/.test(response.url())) return;
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    );
  });
  await signIn(phone, shop);
  await expect(phone.page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => phone.line.requestsTo(/auth\/me/).map(({ status }) => status)).toContain(200);
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  for (const answer of answers) expect(answer).not.toMatch(/"pin|argon2/i);
  // No script can read the session's cookies.
  const cookies = await phone.context.cookies();
  expect(cookies.find(({ name }) => name === 'kaunta_session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  await phone.loseSignal();
  await phone.closeApp();
  const again = await phone.open('/dashboard');
  await expect(again.header.title).toHaveText('Home');
  await expect(again.header.syncStatus).toHaveText('Offline');
});

async function onLogin(phones: Phones) {
  const phone = await phones.take();
  return { phone, app: await phone.open('/login') };
}
