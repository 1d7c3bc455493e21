import { Text } from '@mantine/core';
import { WALK_IN_CUSTOMER } from '../../../domain/people/customer.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor, saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import { recordedTimeOf } from '../../parts/recorded-time.ts';
import { saleCurrency } from '../../parts/sale/sale-words.ts';
import type { Shop } from '../../state/shop.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { AMOUNT_WIDTH, type Column } from '../../ui/list/row-table.tsx';
import { SaleBadges } from './sale-badges.tsx';
import { SettleRefundButton } from './settle-refund-button.tsx';
import { SoldLine } from './sold-line.tsx';

/** Columns of the table of sales (R-WIDE-10). Their keys are the sort keys of sort-keys.ts. */
export const saleColumns = (shop: Shop): readonly Column<Sale>[] => [
  {
    key: 'customer',
    head: 'Customer',
    width: 'minmax(10rem, 1.5fr)',
    sorts: 'up',
    cell: (sale) => (
      <>
        <Text component="span" inherit lineClamp={2}>
          {sale.customerName ?? WALK_IN_CUSTOMER}
        </Text>
        {/* In the column that is never hidden, because a cancelled sale has no link to its detail (M6). */}
        {sale.status === 'cancelled' && <SettleRefundButton my={4} sale={sale} currency={saleCurrency(sale, shop)} />}
      </>
    ),
  },
  {
    key: 'items',
    head: 'Items',
    width: 'minmax(8rem, 2.5fr)',
    spare: 'beside',
    cell: (sale) => <SoldAndSaid sale={sale} />,
  },
  {
    key: 'number',
    head: 'Sale number',
    width: 'minmax(10.5rem, 1fr)',
    sorts: 'down',
    spare: 'first',
    cell: ({ saleNumber }) => (
      <Text size="sm" c="dimmed" className="k-figures">
        #{saleNumber}
      </Text>
    ),
  },
  {
    key: 'date',
    head: 'Date',
    width: 'minmax(9rem, 1fr)',
    sorts: 'down',
    spare: 'narrow',
    cell: (sale) => (
      <Text size="sm" c="dimmed">
        {recordedTimeOf(sale, shop.timeZone)}
      </Text>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    width: 'minmax(10.5rem, 1fr)',
    sorts: 'up',
    spare: 'beside',
    cell: (sale, sync) => <SaleBadges sale={sale} sync={sync} gap={4} />,
  },
  {
    key: 'balance',
    head: 'Balance',
    width: AMOUNT_WIDTH,
    sorts: 'down',
    isNumber: true,
    spare: 'first',
    cell: (sale) => <OpenMoney sale={sale} currency={saleCurrency(sale, shop)} />,
  },
  {
    key: 'total',
    head: 'Total',
    width: AMOUNT_WIDTH,
    sorts: 'down',
    isNumber: true,
    cell: (sale) => <MoneyText amountMinor={sale.finalMinor} currency={saleCurrency(sale, shop)} decimals={2} />,
  },
];

/** Items and notes of the sale. The notes are shown because a search finds them too. */
function SoldAndSaid({ sale: { lines, notes, cancellations } }: { sale: Sale }) {
  const [cancellation] = cancellations;
  return (
    <>
      <SoldLine lines={lines} />
      {[notes, cancellation && `Reason: ${cancellation.reason}`].map(
        (said, index) =>
          said && (
            <Text key={index} size="sm" c="dimmed" lineClamp={1}>
              {said}
            </Text>
          ),
      )}
    </>
  );
}

/** Debt or refund due (M6, M7, G22). */
function OpenMoney({ sale, currency }: { sale: Sale; currency: string }) {
  const balanceMinor = saleBalanceMinor(sale);
  const refundMinor = saleRefundDueMinor(sale);
  return (
    <>
      {balanceMinor > 0 && <MoneyText amountMinor={balanceMinor} currency={currency} decimals={2} />}
      {refundMinor > 0 && (
        <Text size="sm">
          Refund due: <MoneyText amountMinor={refundMinor} currency={currency} decimals={2} />
        </Text>
      )}
    </>
  );
}
