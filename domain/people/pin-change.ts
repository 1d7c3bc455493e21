import * as v from 'valibot';
import { inputObject } from '../input-object.ts';
import { newPinSchema } from './new-pin.ts';
import { codeSchema } from './one-time-code.ts';
import { phoneSchemaFor } from '../text/phone.ts';
import { pinSchema, PINS_DIFFER } from './pin.ts';

// Requests and forms that change a PIN: the user's own, or by an admin another user's.

/** Request: change one's own PIN (G12). */
export const pinChangeSchema = inputObject({ currentPin: pinSchema, pin: newPinSchema });

export type PinChange = v.InferOutput<typeof pinChangeSchema>;

/** Request: send a one-time code (R-OTP-03). */
export const codeRequestSchema = inputObject({ phone: phoneSchemaFor('login') });

/** Request: set a PIN with a one-time code (R-OTP-01, R-OTP-02). */
export const pinByCodeSchema = inputObject({ phone: phoneSchemaFor('login'), code: codeSchema, pin: newPinSchema });

export type PinByCode = v.InferOutput<typeof pinByCodeSchema>;

/** Request of an admin: set a user's PIN (G39). */
export const pinResetSchema = inputObject({ pin: newPinSchema });

/** In forms the new PIN is typed twice (R-REG-28). */
const twice = { pin: newPinSchema, confirmPin: v.string(PINS_DIFFER) };

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
