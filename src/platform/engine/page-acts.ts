import { browserRandom } from '../../../sync/host/browser-ports.ts';
import { createActSource } from '../../../sync/protocol/act.ts';

/**
 * The acts of this page. Their source is made when the page loads and is never stored, so a copied browser profile
 * makes its own (SYN-2).
 */
export const pageActs = createActSource(browserRandom);
