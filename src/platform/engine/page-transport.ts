import { createFetchTransport } from '../../../sync/host/fetch-transport.ts';
import type { Transport } from '../../../sync/ports.ts';

/** Creates the sync calls of this page for its user. */
export const pageTransport = (userId: number): Transport =>
  createFetchTransport({ fetch: (input, init) => fetch(input, init), userId });
