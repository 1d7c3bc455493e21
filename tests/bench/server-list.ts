import * as v from 'valibot';
import { call } from '../../scripts/demo/scripted-device.ts';
import type { BenchServer } from './device-shop.ts';

const listSchema = v.object({
  data: v.array(v.object({ id: v.number() })),
  pagination: v.object({ total: v.number() }),
});

/** Signs in to the server itself, to read what it has; returns the token. */
export async function signInToServer({ url, login }: BenchServer): Promise<string> {
  return v.parse(v.object({ authToken: v.string() }), await call(url, '/auth/login', login, null)).authToken;
}

/** The most rows that the server sends in one page of a list. */
const PAGE_ROWS_MAX = 200;

/** Returns the ids of the first `count` rows of a list, and the number of all its rows. */
export async function serverList(
  { url }: BenchServer,
  token: string,
  path: string,
  count: number,
): Promise<{ ids: number[]; total: number }> {
  const limit = Math.min(count, PAGE_ROWS_MAX);
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${url}/api/v1${path}?page=${page}&limit=${limit}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data, pagination } = v.parse(listSchema, await answer.json());
    ids.push(...data.map(({ id }) => id));
    if (ids.length >= count || data.length < limit) return { ids: ids.slice(0, count), total: pagination.total };
  }
}

/** Changes an item as another device would. */
export async function changeItem({ url }: BenchServer, token: string, id: number, change: object): Promise<void> {
  const answer = await fetch(`${url}/api/v1/items/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`Item ${id} could not be changed: ${answer.status} ${await answer.text()}`);
}
