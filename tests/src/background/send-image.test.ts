import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newItemImage } from '../../../domain/items/item-image.ts';
import { sendImage } from '../../../src/background/send-image.ts';
import type { ImageFile } from '../../../sync/store/image-files.ts';

const USER = { businessId: 9, userId: 5 };
const KEY = 'a'.repeat(32);
const file: ImageFile = {
  ...{ key: KEY, itemId: 7, type: 'image/webp', state: 'waiting', refusal: null, addedAtMs: 0 },
  ...{ original: Uint8Array.of(1, 2, 3, 4).buffer, thumbnail: new ArrayBuffer(1) },
};

/** A request of the browser that the test answers. */
class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  opened: unknown;
  body: unknown;
  timeout = 0;
  status = 0;
  responseText = '';
  open(...call: unknown[]) {
    this.opened = call;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.body = body;
    requests.push(this);
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.dispatchEvent(new Event('loadend'));
  }
}
let requests: FakeRequest[] = [];

beforeEach(() => {
  requests = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

function send(itemId: number | null) {
  const progress: number[] = [];
  const listing = { itemId, image: newItemImage(USER.businessId, KEY, 0) };
  const sent = sendImage(USER, listing, file, (part) => progress.push(part));
  const request = requests[0];
  if (request === undefined) throw new Error('Nothing was sent');
  return { request, sent, progress };
}

test("SYN-10 C-160 an item's picture is put at its own key, as the user who is signed in, and is kept once the server says so", async () => {
  const { request, sent } = send(7);
  expect(request.opened).toEqual(['PUT', `/api/v1/items/7/images/${KEY}/file`]);
  expect(request.headers).toEqual({ 'Content-Type': 'image/webp', Accept: 'application/json', 'X-User-ID': '5' });
  expect(request.body).toBe(file.original);
  expect(request.timeout).toBe(60_000);
  request.answer(200, { success: true, data: { key: KEY } });
  expect(await sent).toEqual({ kind: 'kept' });
});

test("R-BIZ-17 the business's picture is a form with its key, whose content type the browser names", async () => {
  const { request, sent } = send(null);
  expect(request.opened).toEqual(['POST', '/api/v1/business/9/profile-image']);
  expect(request.headers).toEqual({ Accept: 'application/json', 'X-User-ID': '5' });
  const form = request.body as FormData;
  expect(form.get('key')).toBe(KEY);
  const image = form.get('image') as File;
  expect([image.type, image.size, image.name]).toEqual(['image/webp', 4, 'image']);
  request.answer(0, '');
  expect(await sent).toEqual({ kind: 'later', status: null });
});

test('C-160 it tells which part has been sent, and none while the browser does not know the whole', async () => {
  const { request, sent, progress } = send(7);
  const tell = (loaded: number, total: number) =>
    request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  tell(10, 0);
  tell(1, 4);
  tell(4, 4);
  tell(1, 1);
  request.answer(413, { error: 'too_large', message: 'This picture is too large' });
  expect(progress).toEqual([0, 0.25, 1, 1]);
  expect(await sent).toEqual({ kind: 'refused', status: 413, message: 'This picture is too large' });
});
