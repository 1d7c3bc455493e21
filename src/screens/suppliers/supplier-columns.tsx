import { Text } from '@mantine/core';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { addressColumn, nameColumn, phoneColumn, stateColumn } from '../../parts/customer/person-columns.tsx';
import type { Column } from '../../ui/list/row-table.tsx';

/** Columns of the table of suppliers (R-WIDE-10). Their keys are the sort keys of sort-keys.ts. */
export const supplierColumns = (duplicateNameOf: (id: number) => string | null): readonly Column<Supplier>[] => [
  nameColumn,
  phoneColumn,
  {
    key: 'email',
    head: 'Email',
    width: 'minmax(9rem, 1.5fr)',
    sorts: 'up',
    spare: 'beside',
    cell: ({ email }) => (
      <Text component="span" inherit lineClamp={1}>
        {email}
      </Text>
    ),
  },
  addressColumn,
  stateColumn(duplicateNameOf),
];
