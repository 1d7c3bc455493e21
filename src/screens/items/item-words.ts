/** What the items screens show where no currency is known (R-ITEM-07, C-037). */
export const ITEM_CURRENCY_FALLBACK = 'UGX';
