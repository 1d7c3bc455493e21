import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  registrationFormSchema,
  registrationOfForm,
  registrationSchema,
  type RegistrationForm,
} from '../../../domain/people/registration.ts';
import { displayName, loginSchema, userSchema } from '../../../domain/people/user.ts';
import { USER_ROLES } from '../../../domain/people/user-role.ts';
import { firstSentences } from '../first-sentences.ts';

const form: RegistrationForm = {
  businessName: 'Mama Ama Stores',
  firstName: 'Ama',
  lastName: 'Nakato',
  email: 'ama@example.com',
  address: 'Plot 4, Market Street',
  country: 'UG',
  currency: 'UGX',
  phone: '+256 772-123456',
  pin: '0427',
  confirmPin: '0427',
  businessCategoryId: 5,
};
const sent = registrationOfForm(form);

/** Returns the message at `field` for `value`. Form and server must have the same one. */
function sentenceFor(field: keyof RegistrationForm, value: unknown): string | undefined {
  const onForm = firstSentences(registrationFormSchema, { ...form, [field]: value })[field];
  const onServer = firstSentences(registrationSchema, { ...sent, [field]: value })[field];
  expect(onServer).toBe(onForm);
  return onForm;
}

describe('signing in', () => {
  test('R-LOGIN-08 R-LOGIN-09 R-LOGIN-10 each field has its own sentence', () => {
    expect(firstSentences(loginSchema, { phone: '0772123456', pin: '0427' })).toEqual({});
    expect(firstSentences(loginSchema, { phone: '077212345', pin: '042' })).toEqual({
      phone: 'Phone number is required',
      pin: 'PIN must be exactly 4 digits',
    });
  });

  test('R-LOGIN-09 a PIN of 3, 5 or 6 characters: PIN must be exactly 4 digits', () => {
    for (const pin of ['', '042', '04271', '042711', ' 427 ', 427]) {
      expect(firstSentences(loginSchema, { phone: '0772123456', pin })).toEqual({
        pin: 'PIN must be exactly 4 digits',
      });
    }
  });

  test('R-LOGIN-10 a PIN with a letter: PIN must contain only numbers', () => {
    for (const pin of ['04a7', '-427', '4.27', '٣٣٣٣']) {
      expect(firstSentences(loginSchema, { phone: '0772123456', pin })).toEqual({
        pin: 'PIN must contain only numbers',
      });
    }
  });

  test('R-LOGIN-08 R-LOGIN-09 missing fields are told as empty ones', () => {
    expect(firstSentences(loginSchema, {})).toEqual({
      phone: 'Phone number is required',
      pin: 'PIN must be exactly 4 digits',
    });
    expect(firstSentences(loginSchema, 'text')).toEqual({ '': 'Please fill in the form' });
  });
});

describe('registering', () => {
  test('R-REG-13 a business name under 2 characters', () => {
    expect(sentenceFor('businessName', 'M')).toBe('Business name must be at least 2 characters');
    expect(sentenceFor('businessName', ' M ')).toBe('Business name must be at least 2 characters');
    expect(sentenceFor('businessName', 'MA')).toBeUndefined();
    expect(sentenceFor('businessName', 'M'.repeat(101))).toBe('Business name must be 100 characters or less');
  });

  test('R-REG-14 R-REG-15 a first or last name under 2 characters', () => {
    expect(sentenceFor('firstName', 'A')).toBe('First name must be at least 2 characters');
    expect(sentenceFor('lastName', 'N')).toBe('Last name must be at least 2 characters');
    expect(sentenceFor('firstName', 'Jo')).toBeUndefined();
    expect(sentenceFor('lastName', 'N'.repeat(51))).toBe('Last name must be 50 characters or less');
  });

  test('R-REG-16 a username under 2 characters', () => {
    expect(firstSentences(registrationSchema, { ...sent, username: 'A' })).toEqual({
      username: 'Username must be at least 2 characters',
    });
  });

  test('R-REG-17 C-002 C-003 what is sent has first plus last name as username and no second PIN', () => {
    expect(sent.username).toBe('Ama Nakato');
    expect(sent).not.toHaveProperty('confirmPin');
    expect(v.parse(registrationSchema, sent)).toEqual(sent);
    expect(registrationOfForm({ ...form, firstName: ' Ama ', lastName: ' N. O. ' }).username).toBe('Ama N. O.');
  });

  test('R-REG-16 R-REG-17 the longest names still make a username', () => {
    const long = registrationOfForm({ ...form, firstName: 'A'.repeat(50), lastName: 'N'.repeat(50) });
    expect(firstSentences(registrationSchema, long)).toEqual({});
  });

  test('R-REG-18 an invalid email', () => {
    for (const email of ['', 'ama', 'ama@', 'ama@example', 'a b@example.com']) {
      expect(sentenceFor('email', email)).toBe('Please enter a valid email address');
    }
    expect(sentenceFor('email', ' ama@example.com ')).toBeUndefined();
    expect(sentenceFor('email', `${'a'.repeat(250)}@example.com`)).toBe('Email must be 254 characters or less');
  });

  test('R-REG-19 an address under 5 characters', () => {
    expect(sentenceFor('address', 'Plot')).toBe('Address must be at least 5 characters');
    expect(sentenceFor('address', 'Plot4')).toBeUndefined();
    expect(sentenceFor('address', 'P'.repeat(201))).toBe('Address must be 200 characters or less');
  });

  test('R-REG-20 a country under 2 characters', () => {
    expect(sentenceFor('country', '')).toBe('Country is required');
    expect(sentenceFor('country', 'U')).toBe('Country is required');
    expect(sentenceFor('country', 'Uganda')).toBeUndefined();
    expect(sentenceFor('country', 'U'.repeat(61))).toBe('Country must be 60 characters or less');
  });

  test('R-REG-21 no currency', () => {
    expect(sentenceFor('currency', '')).toBe('Currency is required');
    expect(sentenceFor('currency', ' ')).toBe('Currency is required');
    expect(sentenceFor('currency', 'shillings')).toBe('Currency must be a code of three letters');
    expect(v.parse(registrationSchema, { ...sent, currency: 'kes' }).currency).toBe('KES');
  });

  test('R-REG-22 R-REG-23 a phone too short, or with other characters', () => {
    expect(sentenceFor('phone', '077212345')).toBe('Phone number is too short');
    expect(sentenceFor('phone', '0772123456x')).toBe('Invalid phone number format');
  });

  test('R-REG-24 R-REG-25 C-001 only 4 digits make a PIN, so that everyone can sign in with theirs', () => {
    for (const pin of ['', '123', '12345', '123456', '1234567']) {
      expect(sentenceFor('pin', pin)).toBe('PIN must be exactly 4 digits');
    }
    expect(firstSentences(registrationSchema, { ...sent, pin: '0042' })).toEqual({});
  });

  test('R-REG-26 a PIN with a letter', () => {
    expect(sentenceFor('pin', '12a4')).toBe('PIN must contain only numbers');
  });

  test('R-REG-27 no business category, or one that does not exist', () => {
    for (const id of [null, undefined, '', 0, -1, 1.5, 99]) {
      expect(sentenceFor('businessCategoryId', id)).toBe('Please select a business category');
    }
    for (const id of [1, 2, 3, 4, 5, 6, 7]) expect(sentenceFor('businessCategoryId', id)).toBeUndefined();
  });

  test('R-REG-28 C-003 a second PIN that differs is told at the second PIN', () => {
    expect(firstSentences(registrationFormSchema, { ...form, confirmPin: '0428' })).toEqual({
      confirmPin: 'PINs do not match',
    });
    expect(firstSentences(registrationFormSchema, form)).toEqual({});
  });

  test('R-REG-28 it is told also while other fields are wrong', () => {
    expect(firstSentences(registrationFormSchema, { ...form, email: 'ama', confirmPin: '' })).toEqual({
      email: 'Please enter a valid email address',
      confirmPin: 'PINs do not match',
    });
  });

  test('R-REG-13 R-REG-18 R-REG-20 R-REG-21 R-REG-22 R-REG-25 R-REG-27 an empty request is told field by field', () => {
    expect(firstSentences(registrationSchema, {})).toEqual({
      businessName: 'Business name must be at least 2 characters',
      firstName: 'First name must be at least 2 characters',
      lastName: 'Last name must be at least 2 characters',
      username: 'Username must be at least 2 characters',
      email: 'Please enter a valid email address',
      address: 'Address must be at least 5 characters',
      country: 'Country is required',
      currency: 'Currency is required',
      phone: 'Phone number is too short',
      pin: 'PIN must be exactly 4 digits',
      businessCategoryId: 'Please select a business category',
    });
  });

  test('C-012 a role or an owner flag that a client sends is dropped', () => {
    const parsed = v.parse(registrationSchema, { ...sent, isBusinessOwner: true, role: 'admin', id: 7 });
    expect(parsed).toEqual(sent);
  });

  test('C-140 the time zone may be absent and must be known', () => {
    const zoned = (timeZone: unknown) => firstSentences(registrationSchema, { ...sent, timeZone });
    expect(zoned('Africa/Kampala')).toEqual({});
    expect(zoned(undefined)).toEqual({});
    expect(zoned('Africa/Nowhere')).toEqual({ timeZone: 'Time zone is not known' });
    expect(zoned(3)).toEqual({ timeZone: 'Time zone is not known' });
  });
});

describe('a user', () => {
  const user = {
    ...{ id: 7, version: 1, username: 'ama', firstName: 'Ama', lastName: 'Nakato', phone: '0772123456' },
    ...{ email: 'ama@example.com', role: 'admin', isBusinessOwner: true, isActive: true, createdAtMs: 0 },
  };

  test('R-GEN-02 has exactly the role admin or staff', () => {
    expect(USER_ROLES).toEqual(['admin', 'staff']);
    expect(v.is(userSchema, user)).toBe(true);
    expect(v.is(userSchema, { ...user, role: 'staff' })).toBe(true);
    for (const role of ['owner', 'Admin', '', null]) expect(v.is(userSchema, { ...user, role })).toBe(false);
  });

  test('C-009 a row that carries a PIN by mistake loses it at the edge', () => {
    expect(v.parse(userSchema, { ...user, pin: '0427' })).toEqual(user);
  });

  test('C-004 is called by first and last name, else username, else email, else phone', () => {
    const nameless = { ...user, firstName: '', lastName: ' ' };
    expect(displayName(user)).toBe('Ama Nakato');
    expect(displayName({ ...user, lastName: '' })).toBe('Ama');
    expect(displayName(nameless)).toBe('ama');
    expect(displayName({ ...nameless, username: ' ' })).toBe('ama@example.com');
    expect(displayName({ ...nameless, username: '', email: '' })).toBe('0772123456');
  });
});
