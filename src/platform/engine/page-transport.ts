import { createFetchTransport } from '../../../sync/host/fetch-transport.ts';
import type { Transport } from '../../../sync/ports.ts';

/** The calls of the sync as this page makes them for its user. */
export const pageTransport = (userId: number): Transport =>
  createFetchTransport({ fetch: (input, init) => fetch(input, init), userId });
