import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from '../write-once.ts';

/** The keys that identify this server to push services (RFC 8292). Subscriptions are bound to the public key. */
export interface VapidKeys {
  /** As browsers want it: a point on P-256, not compressed, base64url. */
  publicKey: string;
  privateKey: KeyObject;
}

const HALF_A_DAY_S = 12 * 60 * 60;

/**
 * Reads the keys in DATA_DIR; the first start creates them. With other keys every device would have to subscribe again,
 * so they belong in the backup. Processes of one installation share the folder.
 */
export function readVapidKeys({ dataDir }: { dataDir: string }): VapidKeys {
  const path = join(dataDir, 'vapid.pem');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    writeOnce(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  return vapidKeysOf(readFileSync(path, 'utf8'), path);
}

function vapidKeysOf(pem: string, path: string): VapidKeys {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch {
    throw new Error(
      `The file ${path} holds no key: put it back from the backup, or remove it and let devices subscribe anew`,
    );
  }
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { privateKey, publicKey: point.toString('base64url') };
}

/** The Authorization header by which a push service knows who sends; `contact` is where its operator could complain. */
export function vapidHeader(
  keys: VapidKeys,
  { endpoint, contact, nowMs }: { endpoint: string; contact: string; nowMs: number },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1_000) + HALF_A_DAY_S, sub: contact };
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encoded).join('.');
  const signature = sign('sha256', Buffer.from(text), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
