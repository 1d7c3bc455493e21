import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import { USER_ROLES } from '../../../domain/people/user-role.ts';
import { browserWords } from '../../../domain/device.ts';
import type { User } from '../../../domain/people/user.ts';
import type { OpenSession } from '../../db/queries/session.ts';
import { isoTime } from '../answer.ts';
import { countField, textOrNull, timeField } from './field.ts';

export const userAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  username: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  phone: v.string(),
  email: v.string(),
  role: v.picklist(USER_ROLES),
  isBusinessOwner: v.boolean(),
  isActive: v.boolean(),
  createdAt: timeField,
  updatedAt: timeField,
});

export const sessionAnswerSchema = v.object({
  id: idSchema,
  name: v.string(),
  signedInAt: timeField,
  lastSeenAt: timeField,
  isCurrent: v.boolean(),
  deviceId: textOrNull,
  pendingCount: countField,
});

/** Returns a user, field by field, so that a later field of the row is not sent by accident (R-LOGIN-13). */
export function userAnswer(user: User, businessId: number): v.InferOutput<typeof userAnswerSchema> {
  const { id, username, firstName, lastName, phone, email, role, isBusinessOwner, isActive, createdAtMs, updatedAtMs } =
    user;
  return {
    id,
    businessId,
    username,
    firstName,
    lastName,
    phone,
    email,
    role,
    isBusinessOwner,
    isActive,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs ?? createdAtMs),
  };
}

/** Returns a session, with the number of changes that wait on the device that used it last (SYN-28). */
export const sessionAnswer = (
  session: OpenSession,
  ownSessionId: number,
): v.InferOutput<typeof sessionAnswerSchema> => ({
  id: session.id,
  name: browserWords(session.user_agent),
  signedInAt: isoTime(session.created_at_ms),
  lastSeenAt: isoTime(Math.max(session.last_seen_ms, session.device_seen_ms ?? 0)),
  isCurrent: session.id === ownSessionId,
  deviceId: session.client_id,
  pendingCount: session.reported_depth ?? 0,
});
