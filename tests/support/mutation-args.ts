import { lineTotalMinor, sumMinor } from '../../domain/money.ts';
import type { MutationArgs } from '../../sync/mutation/registry.ts';

interface Minter {
  mintId(): number;
}

/** A tracked product with ten in stock at 1,500.00, which cost 1,000.00. */
export const itemArgs = (
  device: Minter,
  fields: Partial<MutationArgs<'item.create'>> = {},
): MutationArgs<'item.create'> => ({
  id: device.mintId(),
  openingMovementId: device.mintId(),
  initialStockHundredths: 1_000,
  name: 'Sugar',
  description: null,
  type: 'product',
  priceMinor: 150_000,
  currency: 'UGX',
  costPriceMinor: 100_000,
  trackStock: true,
  unitOfMeasure: null,
  itemCategoryId: null,
  category: null,
  subCategory: null,
  reorderLevelHundredths: null,
  advancedEnabled: false,
  sku: null,
  customFields: {},
  ...fields,
});

export const customerArgs = (
  device: Minter,
  fields: Partial<MutationArgs<'customer.create'>> = {},
): MutationArgs<'customer.create'> => ({
  id: device.mintId(),
  name: 'Grace',
  phone: null,
  address: null,
  notes: null,
  ...fields,
});

let stampMs = 1_750_000_000_000;

/** A sale of these items to nobody in particular, one line each. */
export function saleArgs(
  device: Minter,
  items: readonly Pick<MutationArgs<'item.create'>, 'id' | 'name' | 'priceMinor'>[],
  fields: Partial<MutationArgs<'sale.create'>> = {},
): MutationArgs<'sale.create'> {
  const lines = items.map(({ id, name, priceMinor }) => ({
    id: device.mintId(),
    itemId: id,
    itemName: name,
    itemSku: null,
    quantityHundredths: 200,
    unitPriceMinor: priceMinor,
    listPriceMinor: priceMinor,
    discountMinor: 0 as const,
    totalMinor: lineTotalMinor(200, priceMinor),
  }));
  const totalMinor = sumMinor(lines.map((line) => line.totalMinor));
  stampMs += 1;
  return {
    id: device.mintId(),
    saleNumber: `SALE-${stampMs}`,
    status: 'completed',
    customerId: null,
    customerName: null,
    lines,
    totalMinor,
    discountMinor: 0,
    taxMinor: 0,
    finalMinor: totalMinor,
    currency: 'UGX',
    paymentMethodId: null,
    paymentMethodName: null,
    transactionId: null,
    notes: null,
    ...fields,
  };
}
