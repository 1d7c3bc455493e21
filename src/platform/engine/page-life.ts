import { createPageLife } from '../../../sync/store/database/page-life.ts';

/** The life of this page. */
export const pageLife = createPageLife(window);
