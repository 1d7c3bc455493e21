import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { browserWords } from '../../../domain/device.ts';
import { idSchema } from '../../../domain/id.ts';
import { SECURITY_EVENT_KINDS } from '../../../domain/people/security-event.ts';
import type { SecurityEventRecord } from '../../db/queries/security-event.ts';
import { isoTime } from '../answer.ts';
import { countField, textOrNull, timeField } from './field.ts';

export const securityEventAnswerSchema = v.object({
  id: idSchema,
  kind: v.picklist(SECURITY_EVENT_KINDS),
  at: timeField,
  lastAt: timeField,
  times: countField,
  outcome: textOrNull,
  actorUserId: v.nullable(idSchema),
  actorName: textOrNull,
  userId: v.nullable(idSchema),
  userName: textOrNull,
  device: v.string(),
  network: v.string(),
  detail: v.record(v.string(), v.union([v.string(), v.number()])),
});

/** Returns an event. `network` is a word for an address; the same address has another word in each shop. */
export const securityEventAnswer = (
  event: SecurityEventRecord,
  businessId: number,
): v.InferOutput<typeof securityEventAnswerSchema> => ({
  id: event.id,
  kind: event.kind,
  at: isoTime(event.at_ms),
  lastAt: isoTime(event.last_at_ms),
  times: event.times,
  outcome: event.outcome === '' ? null : event.outcome,
  actorUserId: event.actor_user_id,
  actorName: event.actor_name,
  userId: event.user_id,
  userName: event.user_name,
  device: browserWords(event.user_agent),
  network: createHash('sha256').update(`${businessId}:${event.network}`).digest('hex').slice(0, 6).toUpperCase(),
  // The id of the device's act is for the server alone.
  detail: Object.fromEntries(Object.entries(event.detail).filter(([name]) => name !== 'act')),
});
