import type { PickerRows } from '../../state/picker-rows.ts';

/**
 * Returns the text of a picker without hits. Before a device has a copy of the shop, it does not claim that there are
 * none (C-148). @param what in the plural: 'items'
 */
export const noneFoundText = ({ isWhole }: Pick<PickerRows<never>, 'isWhole'>, what: string): string =>
  isWhole ? `No ${what} found` : `The ${what} of your shop are not on this device yet`;
