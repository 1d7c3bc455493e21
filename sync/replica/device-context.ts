import { actTime, serverTimeOnDevice } from '../../domain/act-time.ts';
import type { MutationContext } from '../mutation/mutation.ts';
import type { ReplicaState } from '../ports.ts';
import type { WireMutation } from '../protocol/push.ts';

/** Returns the context of a mutation on the device, for the first run and for every replay. */
export function deviceContext(
  state: ReplicaState,
  { atMs: deviceAtMs, offsetMinutes, clockOffsetMs }: Pick<WireMutation, 'atMs' | 'offsetMinutes' | 'clockOffsetMs'>,
): MutationContext {
  const serverNowMs = serverTimeOnDevice({ atMs: deviceAtMs, clockOffsetMs });
  const timeOf = (atMs: number) => actTime({ atMs, clockOffsetMs }, serverNowMs);
  const time = timeOf(deviceAtMs);
  return {
    side: 'device',
    businessId: state.businessId,
    actor: { userId: state.userId, role: state.role },
    atMs: time.atMs,
    deviceAtMs: time.deviceAtMs ?? null,
    offsetMinutes,
    timeOf,
    clockSuspect: false,
    actorDisabled: false,
    mintServerId: null,
    findDuplicates: null,
  };
}
