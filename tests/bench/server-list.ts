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

/** Returns the ids of one page of a list, and the number of all rows. */
export async function serverList(
  { url }: BenchServer,
  token: string,
  path: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const answer = await fetch(`${url}/api/v1${path}?page=${page}&limit=${limit}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data, pagination } = v.parse(listSchema, await answer.json());
  return { ids: data.map(({ id }) => id), total: pagination.total };
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
