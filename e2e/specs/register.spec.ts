import { newOwner, refusalOf, registrationRequest } from '../fixtures/shop.ts';
import { expect, saying, test } from '../fixtures/test.ts';

const BAD_INPUT = [
  ['R-REG-13', 'Business name', 'businessName', 'D', 'Business name must be at least 2 characters'],
  ['R-REG-14', 'First name', 'firstName', 'A', 'First name must be at least 2 characters'],
  ['R-REG-15', 'Last name', 'lastName', 'O', 'Last name must be at least 2 characters'],
  ['R-REG-18', 'Email', 'email', 'amina@', 'Please enter a valid email address'],
  ['R-REG-19', 'Address', 'address', '12 M', 'Address must be at least 5 characters'],
  ['R-REG-22', 'Phone', 'phone', '077212345', 'Phone number is too short'],
  ['R-REG-23', 'Phone', 'phone', '0772#123456', 'Invalid phone number format'],
  ['R-REG-25', 'PIN', 'pin', '25801', 'PIN must be exactly 4 digits'],
  ['R-REG-26', 'PIN', 'pin', '25b0', 'PIN must contain only numbers'],
] as const;

test('R-REG-13 R-REG-14 R-REG-15 R-REG-18 R-REG-19 R-REG-22 R-REG-23 R-REG-25 R-REG-26 each bad field has its sentence, and nothing typed is lost', async ({
  phones,
}) => {
  const phone = await phones.take();
  const { register } = await phone.open('/register');
  const owner = newOwner();
  await register.fill(owner);
  for (const [, label, field, typed, sentence] of BAD_INPUT) {
    const input = register.field(label);
    await input.fill(typed);
    await register.submit();
    await expect(input).toHaveAccessibleDescription(saying(sentence));
    await expect(input).toBeFocused();
    await expect(input).toHaveValue(typed);
    await expect(register.field('Address')).toHaveValue(field === 'address' ? typed : owner.address);
    await input.fill(owner[field]);
  }
  expect(phone.line.requestsTo(/auth\/register/)).toEqual([]);
});

for (const [id, , field, typed, sentence] of BAD_INPUT) {
  test(`${id} the server refuses it too: '${sentence}' (${field})`, async ({ server }) => {
    const refusal = await refusalOf(server.url, '/auth/register', { ...registrationRequest(), [field]: typed });
    expect([400, 422]).toContain(refusal.status);
    expect(refusal.details).toContainEqual({ path: field, message: sentence });
  });
}

test('R-REG-16 R-REG-20 R-REG-21 R-REG-27 the server refuses a short username, no country, no currency and no category', async ({
  server,
}) => {
  const without = { ...registrationRequest(), username: 'A', country: '', currency: '', businessCategoryId: 0 };
  const refusal = await refusalOf(server.url, '/auth/register', without);
  expect([400, 422]).toContain(refusal.status);
  for (const expected of [
    { path: 'username', message: 'Username must be at least 2 characters' },
    { path: 'country', message: 'Country is required' },
    { path: 'currency', message: 'Currency is required' },
    { path: 'businessCategoryId', message: 'Please select a business category' },
  ]) {
    expect(refusal.details).toContainEqual(expected);
  }
});

test('R-REG-12 R-REG-20 R-REG-27 R-REG-28 an empty form: UGX is proposed, and what is missing is named at its field', async ({
  phones,
}) => {
  const phone = await phones.take();
  const { register } = await phone.open('/register');
  await expect(register.field('Currency')).toHaveValue('UGX');
  await register.field('PIN').fill('7302');
  await register.field('Confirm PIN').fill('7303');
  await register.submit();
  await expect(register.field('Country')).toHaveAccessibleDescription(saying('Country is required'));
  await expect(register.field('Business category')).toHaveAccessibleDescription(
    saying('Please select a business category'),
  );
  await expect(register.field('Confirm PIN')).toHaveAccessibleDescription(saying('PINs do not match'));
  // The first field with an error, from the top of the page.
  await expect(register.field('Business name')).toBeFocused();
});

test('R-REG-29 R-REG-30 R-REG-34 registering succeeds once per phone; the second gets the words of the server and keeps what was typed', async ({
  phones,
}) => {
  const phone = await phones.take();
  const app = await phone.open('/register');
  const owner = newOwner();
  await app.register.fill(owner);
  await app.register.submit();
  await expect(app.toast).toContainText('Registration successful! You can now log in.');
  await expect(phone.page).toHaveURL(/\/login$/);

  const again = await phone.open('/register');
  await again.register.fill({ ...owner, phone: `+256 ${owner.phone.slice(1, 4)}-${owner.phone.slice(4)}` });
  await again.register.submit();
  await expect(again.toast).toHaveText('ErrorThis phone number is already registered');
  await expect(again.register.field('Phone')).toHaveAccessibleDescription(
    saying('This phone number is already registered'),
  );
  await expect(again.register.field('Business name')).toHaveValue(owner.businessName);
  await expect(again.register.field('PIN')).toHaveValue(owner.pin);
});

test("R-REG-31 a failure without words is 'Error', 'Registration failed'; the same form can then be sent", async ({
  phones,
}) => {
  const phone = await phones.take();
  const app = await phone.open('/register');
  await app.register.fill(newOwner());
  phone.line.breakFor(/auth\/register/, { status: 500, json: {} }, 1);
  await app.register.submit();
  await expect(app.toast).toHaveText('ErrorRegistration failed');
  await app.closeToast();
  await app.register.submit();
  await expect(app.toast).toContainText('Registration successful! You can now log in.');
});

test('R-GEN-16 leaving a half-filled registration is asked about first; offline the button says why it is disabled', async ({
  phones,
}) => {
  const phone = await phones.take();
  const app = await phone.open('/register');
  await app.register.field('Business name').fill('Duka la Amina');
  await phone.page.getByRole('link', { name: 'Login' }).click();
  await expect(app.dialog).toBeVisible();
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.register.field('Business name')).toHaveValue('Duka la Amina');
  await phone.loseSignal();
  await expect(app.register.submitButton).toBeDisabled();
  await expect(app.text('You are offline. Connect to the internet to create your account.')).toBeVisible();
  await expect(app.register.field('Business name')).toHaveValue('Duka la Amina');
});
