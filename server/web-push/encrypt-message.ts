import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A browser's keys for messages to it: its public key (an uncompressed point on P-256) and its secret, as base64url.
 */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

const CURVE = 'prime256v1';
const RECORD_BYTES = 4_096;
const TAG_BYTES = 16;
/** The longest message that all push services accept: one record. */
export const PUSH_MESSAGE_BYTES_MAX = RECORD_BYTES - TAG_BYTES - 1;

/**
 * Encrypts a message that only this browser can read (RFC 8291 over RFC 8188, 'aes128gcm'). `sender` and `salt` must be
 * new for each message. Throws if the browser's key is no point on the curve.
 */
export function encryptMessage(
  message: string,
  { p256dh, auth }: PushKeys,
  { sender = newSender(), salt = randomBytes(16) }: { sender?: ECDH; salt?: Buffer } = {},
): Buffer {
  const receiverPublic = Buffer.from(p256dh, 'base64url');
  const senderPublic = sender.getPublicKey();
  const shared = sender.computeSecret(receiverPublic);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiverPublic, senderPublic]);
  const material = derived(shared, Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The one and last record ends with a 2.
  const sealed = Buffer.concat([cipher.update(message, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(senderPublic.length, 4);
  return Buffer.concat([salt, header, senderPublic, sealed, cipher.getAuthTag()]);
}

function newSender(): ECDH {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return sender;
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
