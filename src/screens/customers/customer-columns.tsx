import { customerBalances } from '../../../domain/people/customer-balance.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import type { Customer } from '../../../domain/people/customer.ts';
import { addressColumn, nameColumn, phoneColumn, stateColumn } from '../../parts/customer/person-columns.tsx';
import { AMOUNT_WIDTH, type Column } from '../../ui/list/row-table.tsx';

/** Columns of the table of customers (R-WIDE-10). Their keys are the sort keys of sort-keys.ts. */
export const customerColumns = (
  owedSalesOf: (id: number) => readonly Sale[],
  duplicateNameOf: (id: number) => string | null,
): readonly Column<Customer>[] => [
  nameColumn,
  phoneColumn,
  addressColumn,
  {
    key: 'owed',
    head: 'Owes',
    width: AMOUNT_WIDTH,
    isNumber: true,
    cell: ({ id }) =>
      customerBalances(owedSalesOf(id))
        .filter(({ owedMinor }) => owedMinor > 0)
        .map(({ currency, owedMinor }) => (
          <MoneyText key={currency} display="block" amountMinor={owedMinor} currency={currency} decimals={2} />
        )),
  },
  stateColumn(duplicateNameOf),
];
