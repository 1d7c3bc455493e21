import type { PickerRows } from '../state/picker-rows.ts';

/**
 * What a picker says that finds none: before a device has its first copy of the shop, that says nothing of the shop
 * (C-148).
 * @param what in the plural: 'items'
 */
export const noneFoundText = ({ isWhole }: Pick<PickerRows<never>, 'isWhole'>, what: string): string =>
  isWhole ? `No ${what} found` : `The ${what} of your shop are not on this device yet`;
