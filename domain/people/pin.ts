import * as v from 'valibot';

/** The length of all PINs: at registration, sign-in and adding a user (C-001). */
export const PIN_LENGTH = 4;

const WRONG_LENGTH = `PIN must be exactly ${PIN_LENGTH} digits`;

/** The sentence for two PINs that differ (R-REG-28). */
export const PINS_DIFFER = 'PINs do not match';

/** A PIN as typed: four digits, a string so that '0042' stays what it is (R-LOGIN-09, R-LOGIN-10, R-REG-25, R-REG-26). */
export const pinSchema = v.pipe(
  v.string(WRONG_LENGTH),
  v.length(PIN_LENGTH, WRONG_LENGTH),
  v.regex(/^[0-9]+$/, 'PIN must contain only numbers'),
);
