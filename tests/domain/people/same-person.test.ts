import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf } from '../../../domain/text/phone-digits.ts';
import { fieldsOfBoth, maybeSamePerson } from '../../../domain/people/same-person.ts';

const isSame = (one: [string, string | null], other: [string, string | null]) =>
  maybeSamePerson({ name: one[0], phone: one[1] }, { name: other[0], phone: other[1] }, 'UG');

test('G47 M20 one number, however it is typed, may be one person, whatever the name', () => {
  expect(isSame(['Asha', '0772 123-456'], ['Mama Asha', '+256 772123456'])).toBe(true);
  expect(isSame(['Asha', '0772 123-456'], ['Asha', '0772 123-457'])).toBe(false);
});

test('G47 M20 one name may be one person where no number tells them apart', () => {
  expect(isSame(['Asha  Nansubuga', null], [' asha nansubuga', '0772123456'])).toBe(true);
  expect(isSame(['Asha', null], ['Asha', ''])).toBe(true);
  expect(isSame(['Asha', null], ['Ashe', null])).toBe(false);
});

test.each([
  'Ａｓｈａ Ｎａｎｓｕｂｕｇａ',
  'As\u200bha Nansubuga\u200f',
  'Asha\u00a0Nansubuga',
  'ASHA \u2009 nansubuga',
  '\ufeffAsha Nansubuga',
])('G47 M20 X-TYPE-30 a name that reads the same is the same: %j', (name) => {
  expect(isSame(['Asha Nansubuga', null], [name, null])).toBe(true);
  expect(fieldsOfBoth(person({ name: 'Asha Nansubuga' }), person({ name }), 'UG')).toEqual({});
});

test('G47 X-TYPE-30 names of nothing that is seen join nobody', () => {
  expect(isSame(['\u200b', null], ['\u00a0', null])).toBe(false);
});

test('G47 X-TYPE-30 letters are composed in two ways, and one name', () => {
  expect(isSame(['Andr\u00e9', null], ['Andre\u0301', null])).toBe(true);
  expect(isSame(['Andr\u00e9', null], ['Andre', null])).toBe(false);
});

test('G47 what is too short for a number of their own tells nobody apart, and joins nobody', () => {
  expect(isSame(['Asha', '-'], ['Musa', '-'])).toBe(false);
  expect(isSame(['Asha', '123'], ['Asha', '0772 123456'])).toBe(true);
});

const person = (fields: Partial<Parameters<typeof fieldsOfBoth>[0]> = {}) => ({
  name: 'Asha',
  phone: null,
  address: null,
  notes: null,
  ...fields,
});

test('M20 who stays gets what they had blank, and nothing else changes', () => {
  const goes = person({ phone: '0772', address: 'Gulu', notes: 'pays late' });
  expect(fieldsOfBoth(person(), goes, 'UG')).toEqual({ phone: '0772', address: 'Gulu', notes: 'pays late' });
  expect(fieldsOfBoth(goes, person(), 'UG')).toEqual({});
  expect(fieldsOfBoth(goes, { ...goes, name: ' ASHA', phone: '+256 772' }, 'UG')).toEqual({});
});

test('M20 what is written differently of the other is kept in the notes', () => {
  const stays = person({ phone: '0772', address: 'Gulu', notes: 'pays late' });
  const goes = { name: 'Mama Asha', phone: '0701', address: 'Lira', notes: 'buys on Fridays' };
  expect(fieldsOfBoth(stays, goes, 'UG')).toEqual({
    notes: 'pays late\nAlso known as Mama Asha\nPhone: 0701\nAddress: Lira\nbuys on Fridays',
  });
});

test.each(['00', '000', 'none', '-'])(
  "M20 the phone '%s' is no number, and is kept beside another that is none",
  (phone) => {
    expect(fieldsOfBoth(person({ phone: 'ask Ali' }), person({ phone }), '')).toEqual({ notes: `Phone: ${phone}` });
  },
);

test('M20 words beside the same number are kept', () => {
  const goes = person({ phone: '0772 123456 ask Ali' });
  expect(fieldsOfBoth(person({ phone: '0772 123456' }), goes, 'UG')).toEqual({ notes: 'Phone: 0772 123456 ask Ali' });
});

test('M20 property: no word of either is lost', () => {
  const text = fc.option(fc.stringMatching(/^[a-z0-9]{1,6}$/));
  const anybody = fc.record({ name: fc.stringMatching(/^[a-z]{1,6}$/), phone: text, address: text, notes: text });
  fc.assert(
    fc.property(anybody, anybody, (stays, goes) => {
      const both = { ...stays, ...fieldsOfBoth(stays, goes, '') };
      const kept = Object.values(both).join('\n');
      for (const [field, word] of [...Object.entries(stays), ...Object.entries(goes)]) {
        if (word === null) continue;
        // Spelling and leading zeros do not make a different number.
        const [digits, otherDigits] = [goes, stays].map(({ phone }) => digitsOf(phone ?? '').replace(/^0+/, ''));
        const isNumber = field === 'phone' && digits !== '' && otherDigits === digits && !/[a-z]/.test(word);
        if (!isNumber) expect(kept).toContain(word);
      }
      expect([both.name, stays.phone ?? both.phone]).toEqual([stays.name, both.phone]);
    }),
  );
});

test('M20 a merge that was saved in part, and is tried again, adds nothing twice', () => {
  const stays = person({ phone: '0772', notes: 'pays late' });
  const goes = { name: 'Mama Asha', phone: '0701', address: 'Lira', notes: 'buys on Fridays\n\npays late' };
  const change = fieldsOfBoth(stays, goes, 'UG');
  expect(change).toEqual({
    address: 'Lira',
    notes: 'pays late\nAlso known as Mama Asha\nPhone: 0701\nbuys on Fridays\n\npays late',
  });
  expect(fieldsOfBoth({ ...stays, ...change }, goes, 'UG')).toEqual({});
});
