import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../context.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = 'br' | 'gzip';

/** Smaller responses are not compressed, because they fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1_400;

/** Returns the best encoding that the caller accepts; undefined if there is none. */
export function acceptedEncoding(accept: string | undefined): Encoding | undefined {
  const accepted = new Set(
    (accept ?? '')
      .split(',')
      .flatMap((part) => (/;\s*q=0(\.0+)?\s*$/.test(part) ? [] : [part.split(';')[0]?.trim().toLowerCase()])),
  );
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : undefined;
}

export async function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  brotliQuality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed =
    encoding === 'br'
      ? await brotli(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        })
      : await gzipped(bytes, { level: 6 });
  return new Uint8Array(packed);
}

/** A low level: each response is compressed once and sent once, so speed counts more than size. */
const ANSWER_QUALITY = 4;

/** Compresses JSON responses if the caller accepts that. Leaves event streams and files as they are. */
export const compressAnswers: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const encoding = acceptedEncoding(c.req.header('accept-encoding'));
  if (!c.res.headers.get('content-type')?.startsWith('application/json')) return;
  c.res.headers.append('vary', 'accept-encoding');
  if (encoding === undefined || c.res.headers.has('content-encoding')) return;
  const bytes = new Uint8Array(await c.res.arrayBuffer());
  const packed = bytes.length >= COMPRESS_FROM_BYTES ? await compress(bytes, encoding, ANSWER_QUALITY) : bytes;
  c.res = new Response(packed, c.res);
  if (packed !== bytes) c.res.headers.set('content-encoding', encoding);
  c.res.headers.delete('content-length');
};
