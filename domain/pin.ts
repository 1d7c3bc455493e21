import * as v from 'valibot';
import { inputObject } from './input-object.ts';
import { codeSchema } from './one-time-code.ts';
import { phoneSchemaFor } from './phone.ts';

/** One length for registering, signing in and adding a user (C-001). */
export const PIN_LENGTH = 4;

const WRONG_LENGTH = `PIN must be exactly ${PIN_LENGTH} digits`;

/** R-REG-28. */
export const PINS_DIFFER = 'PINs do not match';

/** A PIN as typed: four digits, a string so that '0042' stays what it is (R-LOGIN-09, R-LOGIN-10, R-REG-25, R-REG-26). */
export const pinSchema = v.pipe(
  v.string(WRONG_LENGTH),
  v.length(PIN_LENGTH, WRONG_LENGTH),
  v.regex(/^[0-9]+$/, 'PIN must contain only numbers'),
);

/** What is sent to change one's own PIN (G12). */
export const pinChangeSchema = inputObject({ currentPin: pinSchema, pin: pinSchema });

export type PinChange = v.InferOutput<typeof pinChangeSchema>;

/** What is sent to ask for a one-time code (R-OTP-03). */
export const codeRequestSchema = inputObject({ phone: phoneSchemaFor('login') });

/** What is sent to set a PIN with a one-time code (R-OTP-01, R-OTP-02). */
export const pinByCodeSchema = inputObject({ phone: phoneSchemaFor('login'), code: codeSchema, pin: pinSchema });

export type PinByCode = v.InferOutput<typeof pinByCodeSchema>;

/** What an admin sends to give somebody a new PIN (G39). */
export const pinResetSchema = inputObject({ pin: pinSchema });

/** The forms hold the new PIN twice (R-REG-28). */
const twice = { pin: pinSchema, confirmPin: v.string(PINS_DIFFER) };

export const pinChangeFormSchema = v.pipe(
  inputObject({ currentPin: pinSchema, ...twice }),
  v.forward(
    v.partialCheck([['pin'], ['confirmPin']], ({ pin, confirmPin }) => pin === confirmPin, PINS_DIFFER),
    ['confirmPin'],
  ),
);

export const pinByCodeFormSchema = v.pipe(
  inputObject({ code: codeSchema, ...twice }),
  v.forward(
    v.partialCheck([['pin'], ['confirmPin']], ({ pin, confirmPin }) => pin === confirmPin, PINS_DIFFER),
    ['confirmPin'],
  ),
);

export const pinResetFormSchema = v.pipe(
  inputObject(twice),
  v.forward(
    v.partialCheck([['pin'], ['confirmPin']], ({ pin, confirmPin }) => pin === confirmPin, PINS_DIFFER),
    ['confirmPin'],
  ),
);
