import { Text } from '@mantine/core';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { addressColumn, nameColumn, phoneColumn, stateColumn } from '../../parts/customer/person-columns.tsx';
import type { Column } from '../../ui/list/row-table.tsx';

/** The suppliers as a table (R-WIDE-10); their keys are those of sort-keys.ts. */
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
