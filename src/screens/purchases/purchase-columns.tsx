import { Text } from '@mantine/core';
import { type Purchase, purchaseBalanceMinor } from '../../../domain/items/purchase.ts';
import { formatDate } from '../../../domain/time.ts';
import { purchaseCurrency } from '../../parts/purchase-words.ts';
import type { Shop } from '../../state/shop.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { AMOUNT_WIDTH, type Column } from '../../ui/list/row-table.tsx';
import { PurchaseBadges } from './purchase-badges.tsx';
import { itemsText } from './purchase-card.tsx';

/** Columns of the table of purchases (R-WIDE-10). Their keys are the sort keys of sort-keys.ts. */
export const purchaseColumns = (shop: Shop): readonly Column<Purchase>[] => [
  {
    key: 'supplier',
    head: 'Supplier',
    width: 'minmax(8rem, 2fr)',
    sorts: 'up',
    cell: ({ supplierName }) => (
      <Text component="span" inherit lineClamp={2}>
        {supplierName}
      </Text>
    ),
  },
  {
    key: 'date',
    head: 'Date',
    spare: 'narrow',
    width: '7rem',
    sorts: 'down',
    cell: ({ purchaseDateMs }) => formatDate(purchaseDateMs, shop.timeZone),
  },
  {
    key: 'items',
    head: 'Items',
    width: 'minmax(8rem, 2fr)',
    spare: 'beside',
    cell: (purchase) => (
      <Text component="span" inherit lineClamp={2}>
        {itemsText(purchase)}
      </Text>
    ),
  },
  {
    key: 'invoice',
    head: 'Invoice',
    width: 'minmax(6rem, 1fr)',
    sorts: 'up',
    spare: 'first',
    cell: ({ invoiceNumber }) => invoiceNumber,
  },
  {
    key: 'status',
    head: 'Status',
    width: 'minmax(11rem, 1.5fr)',
    sorts: 'up',
    spare: 'beside',
    cell: (purchase, sync) => <PurchaseBadges purchase={purchase} sync={sync} />,
  },
  {
    key: 'balance',
    head: 'Balance',
    width: AMOUNT_WIDTH,
    sorts: 'down',
    isNumber: true,
    spare: 'first',
    cell: (purchase) => {
      const amountMinor = purchaseBalanceMinor(purchase);
      const currency = purchaseCurrency(purchase, shop);
      return amountMinor > 0 && <MoneyText amountMinor={amountMinor} currency={currency} decimals={2} />;
    },
  },
  {
    key: 'total',
    head: 'Total',
    width: AMOUNT_WIDTH,
    sorts: 'down',
    isNumber: true,
    cell: (purchase) => (
      <MoneyText amountMinor={purchase.totalMinor} currency={purchaseCurrency(purchase, shop)} decimals={2} />
    ),
  },
];
