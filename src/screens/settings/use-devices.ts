import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import type { Result } from '../../../domain/result.ts';
import type { Api, ApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure-text.ts';
import { useServices } from '../../platform/services.tsx';
import { onWake } from '../../ui/use-now.ts';

const instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);

const devicesSchema = v.array(
  v.object({
    id: v.string(),
    userName: v.string(),
    name: v.string(),
    lastSeenAt: instant,
    pendingCount: v.number(),
    oldestPendingAt: v.nullable(instant),
    appVersion: v.nullable(v.string()),
    clockOffsetMs: v.nullable(v.number()),
    storagePersistent: v.nullable(v.boolean()),
  }),
);
export type Device = v.InferOutput<typeof devicesSchema>[number];

export type DeviceList =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'ready'; devices: readonly Device[] };

/** The most rows in a page of results. */
const PAGE_ROWS = 200;

/** Reads all devices, page by page. */
async function readDevices(api: Api, signal: AbortSignal): Promise<Result<Device[], ApiError>> {
  const devices: Device[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await api.call('GET', `/devices?limit=${PAGE_ROWS}&page=${page}`, { data: devicesSchema, signal });
    if (!answer.ok) return answer;
    devices.push(...answer.value.data);
    if (answer.value.data.length < PAGE_ROWS) return { ok: true, value: devices };
  }
}

/** Reads the shop's devices from the server; again when the network is back, when the page is seen, and by `reload`. */
export function useDevices(isOnline: boolean): { list: DeviceList; reload: () => void } {
  const { api } = useServices();
  const [list, setList] = useState<DeviceList>({ status: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isOnline) return undefined;
    const leaving = new AbortController();
    void readDevices(api, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.ok) setList({ status: 'ready', devices: answer.value });
      else {
        const message = failureText(answer.error) ?? 'Failed to load devices';
        // Devices that are shown already stay.
        setList((before) => (before.status === 'ready' ? before : { status: 'failed', message }));
      }
    });
    return () => leaving.abort();
  }, [api, isOnline, round]);
  useEffect(() => {
    const gone = new AbortController();
    onWake(() => {
      if (document.visibilityState === 'visible') setRound((before) => before + 1);
    }, gone.signal);
    return () => gone.abort();
  }, []);
  const reload = useCallback(() => {
    setList({ status: 'loading' });
    setRound((before) => before + 1);
  }, []);
  return { list, reload };
}
