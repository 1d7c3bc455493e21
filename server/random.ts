import { randomBytes } from 'node:crypto';
import { createActSource } from '../sync/protocol/act.ts';

/** The server's source of random bytes. A port, so that tests and the simulation control it. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

/** Returns a random number from 1 to 2^53 - 1. */
export function randomId(random: Random): number {
  for (;;) {
    const id = integerOf(random.bytes(7)) % 2 ** 53;
    if (id >= 1) return id;
  }
}

/** Returns a new act of the server, from which the ids of its rows follow (SYN-2). */
export const newAct = (random: Random): string =>
  createActSource({ below: (bound) => randomBelow(random, bound) }).draw(({ act }) => act);

/**
 * A whole number from 0 up to, but not including, the bound, which is at most 2^40: then no number is favoured
 * noticeably.
 */
export function randomBelow(random: Random, bound: number): number {
  return integerOf(random.bytes(6)) % bound;
}

/** Returns this many random bytes as hexadecimal text, for an epoch, a nonce or a request's id. */
export const randomHex = (random: Random, bytes: number): string => Buffer.from(random.bytes(bytes)).toString('hex');

/** Returns 256 random bits as base64url, for session tokens. */
export const randomToken = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url');

/** Up to 48 bits are exact in a number; of 56 the upper ones are masked away first. */
function integerOf(bytes: Uint8Array): number {
  return bytes.reduce(
    (value, byte, index) => value * 256 + (index === 0 && bytes.length === 7 ? byte & 0x1f : byte),
    0,
  );
}
