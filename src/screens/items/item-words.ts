/** The currency of the items screens if none is known (R-ITEM-07, C-037). */
export const ITEM_CURRENCY_FALLBACK = 'UGX';
