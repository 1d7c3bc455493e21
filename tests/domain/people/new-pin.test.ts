import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FREQUENT_PINS, newPinSchema, PIN_IS_YEAR, PIN_TRIED_FIRST } from '../../../domain/people/new-pin.ts';
import { pinByCodeSchema, pinChangeSchema, pinResetSchema } from '../../../domain/people/pin-change.ts';
import { registrationFormSchema, registrationSchema } from '../../../domain/people/registration.ts';
import { newUserSchema } from '../../../domain/people/user-input.ts';
import { loginSchema } from '../../../domain/people/user.ts';
import { firstSentences } from '../first-sentences.ts';

const refusal = (pin: string): string | undefined => v.safeParse(newPinSchema, pin).issues?.[0]?.message;

describe('R-PIN-01 a PIN that everybody tries first', () => {
  it.each(['1234', '0000', '1111', '9999', '2580', '1212', '0007', '4567', '8765', '7890', '0987', '2468', '6969'])(
    'R-PIN-01 %s is refused when it is chosen, with the reason',
    (pin) => {
      expect(refusal(pin)).toBe(PIN_TRIED_FIRST);
    },
  );

  it.each(['1930', '1987', '2000', '2026', '2039'])('R-PIN-01 %s is a year, and is refused as one', (pin) => {
    expect(refusal(pin)).toBe(PIN_IS_YEAR);
  });

  it('R-PIN-01 the list is the 200 that are chosen most, each once; few more are refused', () => {
    expect(new Set(FREQUENT_PINS).size).toBe(200);
    for (const pin of FREQUENT_PINS) expect(refusal(pin)).toBeDefined();
    const all = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, '0'));
    expect(all.filter((pin) => refusal(pin) === undefined).length).toBeGreaterThan(9_650);
  });

  it('R-PIN-01 other PINs are taken, and a wrong length is told before anything else', () => {
    for (const pin of ['7302', '0042', '4862', '1470', '1929', '2040', '9870'])
      expect([pin, refusal(pin)]).toEqual([pin, undefined]);
    expect(refusal('123')).toBe('PIN must be exactly 4 digits');
  });

  it('R-PIN-01 R-PIN-02 every way of choosing one refuses it, and signing in with one does not', () => {
    const chosen = { pin: '1234', confirmPin: '1234' };
    for (const schema of [
      registrationFormSchema,
      registrationSchema,
      newUserSchema,
      pinChangeSchema,
      pinByCodeSchema,
      pinResetSchema,
    ])
      expect(firstSentences(schema, chosen)['pin']).toBe(PIN_TRIED_FIRST);
    expect(firstSentences(pinChangeSchema, { currentPin: '1234', pin: '7302' })).toEqual({});
    expect(firstSentences(loginSchema, { phone: '0772123456', pin: '1234' })).toEqual({});
  });
});
