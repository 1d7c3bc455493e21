import * as v from 'valibot';
import { solvedTaskSchema } from '../../../domain/people/guess-task.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { codeSchema } from '../../../domain/people/one-time-code.ts';
import { pinByCodeSchema } from '../../../domain/people/pin-change.ts';
import { registrationSchema } from '../../../domain/people/registration.ts';
import { loginSchema } from '../../../domain/people/user.ts';

// Requests that carry a solved task if the server demanded one (R-PIN-06).

const task = v.optional(solvedTaskSchema);

export const loginInputSchema = inputObject({ ...loginSchema.entries, task });
/** A registration. The code proves the phone if the server demands that (R-REG-40). */
export const registrationInputSchema = inputObject({
  ...registrationSchema.entries,
  code: v.optional(codeSchema),
  task,
});
export const pinByCodeInputSchema = inputObject({ ...pinByCodeSchema.entries, task });
