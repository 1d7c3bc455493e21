import { createHmac, timingSafeEqual } from 'node:crypto';

/** 132 bits, so that no visitor finds the order of another by guessing. */
const PROOF_CHARS = 22;

/** The token in a visitor's link to their order: its id, and a proof that this server issued it (G32). */
export const orderToken = (pepper: string, businessId: number, orderId: number): string =>
  `${orderId}.${proofOf(pepper, businessId, orderId)}`;

/** Returns the order's id in a link; null if this server never issued the link. */
export function orderOfToken(pepper: string, businessId: number, token: string): number | null {
  const [, id, proof] = /^(\d{1,16})\.([\w-]+)$/.exec(token) ?? [];
  if (id === undefined || proof === undefined) return null;
  const expected = Buffer.from(proofOf(pepper, businessId, Number(id)));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(id) : null;
}

const proofOf = (pepper: string, businessId: number, orderId: number): string =>
  createHmac('sha256', pepper).update(`order link ${businessId} ${orderId}`).digest('base64url').slice(0, PROOF_CHARS);
