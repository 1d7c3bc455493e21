import { browserWords } from '../../../domain/device.ts';
import type { DeviceRecord } from '../../db/queries/device.ts';
import { isoTime } from '../answer.ts';

/** What a device last said of itself, and when the server last heard of it (SYN-28). */
export const deviceAnswer = (device: DeviceRecord): object => ({
  id: device.client_id,
  userId: device.user_id,
  userName: device.user.username,
  name: browserWords(device.user_agent),
  lastSeenAt: isoTime(device.last_seen_ms),
  lastMutationNumber: device.lmid,
  pendingCount: device.reported_depth ?? 0,
  oldestPendingAt: device.oldest_ms === null ? null : isoTime(device.oldest_ms),
  appVersion: device.app_version,
  clockOffsetMs: device.clock_offset_ms,
  storagePersistent: device.persistent_storage,
});
