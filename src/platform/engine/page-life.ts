import { createPageLife } from '../../../sync/store/database/page-life.ts';

/** This page's. */
export const pageLife = createPageLife(window);
