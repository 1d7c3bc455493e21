import * as v from 'valibot';
import { shopExportSchema } from '../../../domain/shop-export.ts';
import { exportNote } from '../../../sync/mutation/shop-export.ts';
import type { PushAnswer, PushRequest } from '../../../sync/protocol/push.ts';
import { recordSecurityEvent } from '../../account/security-trail.ts';
import type { AppDeps } from '../context.ts';
import type { Session } from '../middleware/session.ts';

/**
 * Records the accepted exports of a push in the security trail. If the server stopped before this, the repeated push
 * records them; each event has the id of its act, so it counts once.
 */
export async function noteDeviceExports(
  deps: AppDeps,
  { businessId, origin }: Session,
  { mutations }: PushRequest,
  { result, outcomes }: PushAnswer,
): Promise<void> {
  if (result !== 'taken') return;
  const accepted = new Set(
    outcomes.filter(({ kind }) => kind !== 'refused' && kind !== 'quarantined').map(({ mid }) => mid),
  );
  for (const { name, act, mid, args, atMs, actorUserId } of mutations) {
    if (name !== exportNote.name || !accepted.has(mid)) continue;
    const read = v.safeParse(shopExportSchema, args);
    if (!read.success) continue;
    const detail = { what: read.output.what, act, doneAtMs: atMs };
    await recordSecurityEvent(deps, origin, { kind: 'exported', businessId, actorUserId, userId: null, detail });
  }
}
