import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { PUSH_BYTES_MAX, PUSH_PLAIN_BYTES_MAX } from '../../../sync/protocol/push.ts';
import type { AppContext, AppEnv } from '../context.ts';
import { ApiError, badRequest } from '../errors.ts';
import { decodeUtf8 } from '../request/read-json.ts';

export const JSON_BYTES_MAX = 256 * 1024;

const tooLarge = (bytesMax: number) =>
  new ApiError(413, 'Too large', `The request is larger than ${Math.floor(bytesMax / 1024)} KiB.`);

/**
 * Requires a Content-Length within the limit for every body. Node cuts off longer bodies, so reading a body whole is
 * safe. `streamed`: paths that limit their bodies themselves (`readAtMost`). `forms`: paths that also accept files.
 */
export function limitBodies(streamed: RegExp, forms: { paths: RegExp; bytesMax: number }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!streamed.test(c.req.path)) {
      if (c.req.header('transfer-encoding') !== undefined)
        throw new ApiError(411, 'Length required', 'Send the request with its length.');
      const isForm =
        forms.paths.test(c.req.path) && /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '');
      const bytesMax = isForm ? forms.bytesMax : JSON_BYTES_MAX;
      if (Number(c.req.header('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax);
    }
    await next();
  };
}

const unzip = promisify(gunzip);

export interface PackedLimits {
  packedBytesMax: number;
  plainBytesMax: number;
}

export const PUSH_LIMITS: PackedLimits = { packedBytesMax: PUSH_BYTES_MAX, plainBytesMax: PUSH_PLAIN_BYTES_MAX };

/**
 * Reads the text of a body, plain or as gzip, with or without a length. Throws if the packed or the unpacked bytes
 * exceed their limit.
 */
export async function readPackedBody(c: AppContext, { packedBytesMax, plainBytesMax }: PackedLimits): Promise<string> {
  const encoding = c.req.header('content-encoding') ?? 'identity';
  if (encoding !== 'gzip' && encoding !== 'identity')
    throw new ApiError(415, 'Unsupported encoding', 'Send the changes plain or as gzip.');
  const bytes = await readAtMost(c, encoding === 'gzip' ? packedBytesMax : plainBytesMax);
  const plain = encoding === 'gzip' ? await unzipAtMost(bytes, plainBytesMax) : bytes;
  return decodeUtf8(plain);
}

/**
 * The most chunks of one body: enough for one chunk per packet on the slowest line. A client that sends single bytes
 * would otherwise keep the process busy (R-HOST-02).
 */
const PIECES_MAX = 8_192;

/** Reads at most `bytesMax` bytes, with or without a Content-Length; throws `refuse()` if there are more. */
export async function readAtMost(c: AppContext, bytesMax: number, refuse = () => tooLarge(bytesMax)): Promise<Buffer> {
  if (Number(c.req.header('content-length') ?? 0) > bytesMax) throw refuse();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of readableOf(c)) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw refuse();
      chunks.push(chunk);
      if (chunks.length > PIECES_MAX) throw badRequest('The request comes in too many pieces.');
    }
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('The request broke off.');
  }
  return Buffer.concat(chunks);
}

const readableOf = (c: AppContext): AsyncIterable<Uint8Array> => c.req.raw.body ?? new Blob([]).stream();

async function unzipAtMost(bytes: Buffer, bytesMax: number): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(bytesMax);
    throw badRequest('The request is not valid gzip.');
  }
}
