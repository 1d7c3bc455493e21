import { browserRandom } from '../../../sync/host/browser-ports.ts';
import { createActSource } from '../../../sync/protocol/act.ts';

/** The acts of this page. Drawn as it loads and never written down: a copied profile draws its own (SYN-2). */
export const pageActs = createActSource(browserRandom);
