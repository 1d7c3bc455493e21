import { createPageLife } from '../../sync/store/page-life.ts';

/** This page's. */
export const pageLife = createPageLife(window);
