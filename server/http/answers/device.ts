import * as v from 'valibot';
import { browserWords } from '../../../domain/device.ts';
import { idSchema } from '../../../domain/id.ts';
import { clientIdSchema } from '../../../sync/protocol/push.ts';
import type { DeviceRecord } from '../../db/queries/device.ts';
import { isoTime } from '../answer.ts';
import { countField, textOrNull, timeField, timeOrNull } from './field.ts';

export const deviceAnswerSchema = v.object({
  id: clientIdSchema,
  userId: idSchema,
  userName: v.string(),
  name: v.string(),
  lastSeenAt: timeField,
  lastMutationNumber: countField,
  pendingCount: countField,
  oldestPendingAt: timeOrNull,
  appVersion: textOrNull,
  clockOffsetMs: v.nullable(v.pipe(v.number(), v.safeInteger())),
  storagePersistent: v.nullable(v.boolean()),
});

/** Returns the last report of a device and the time of its last request to the server (SYN-28). */
export const deviceAnswer = (device: DeviceRecord): v.InferOutput<typeof deviceAnswerSchema> => ({
  id: device.client_id,
  userId: device.user_id,
  userName: device.user.username,
  name: browserWords(device.user_agent),
  lastSeenAt: isoTime(device.last_seen_ms),
  lastMutationNumber: device.lmid ?? 0,
  pendingCount: device.reported_depth ?? 0,
  oldestPendingAt: device.oldest_ms === null ? null : isoTime(device.oldest_ms),
  appVersion: device.app_version,
  clockOffsetMs: device.clock_offset_ms,
  storagePersistent: device.persistent_storage,
});
