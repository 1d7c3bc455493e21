import { Group, Text } from '@mantine/core';
import type { Column } from '../../ui/list/row-table.tsx';
import { RowSyncBadge } from '../../ui/status-badge.tsx';
import { PossibleDuplicate } from './possible-duplicate.tsx';

interface Person {
  id: number;
  name: string;
  phone: string | null;
  address: string | null;
}

/** Columns that the tables of customers and of suppliers share. */
export const nameColumn: Column<Person> = {
  key: 'name',
  head: 'Name',
  width: 'minmax(9rem, 2fr)',
  sorts: 'up',
  cell: ({ name }) => (
    <Text component="span" inherit lineClamp={2}>
      {name}
    </Text>
  ),
};

export const phoneColumn: Column<Person> = {
  key: 'phone',
  head: 'Phone',
  spare: 'narrow',
  width: 'minmax(10rem, 1fr)',
  sorts: 'up',
  cell: ({ phone }) => <span className="k-figures">{phone}</span>,
};

export const addressColumn: Column<Person> = {
  key: 'address',
  head: 'Address',
  width: 'minmax(8rem, 1.5fr)',
  sorts: 'up',
  spare: 'beside',
  cell: ({ address }) => (
    <Text component="span" inherit lineClamp={1}>
      {address}
    </Text>
  ),
};

/** The row's sync status, and who may be the same person. */
export const stateColumn = (duplicateNameOf: (id: number) => string | null): Column<Person> => ({
  key: 'state',
  head: 'Status',
  spare: 'beside',
  width: 'minmax(9rem, 1.5fr)',
  cell: ({ id }, sync) => {
    const duplicateName = duplicateNameOf(id);
    return (
      <Group gap={4}>
        <RowSyncBadge sync={sync} />
        {duplicateName !== null && <PossibleDuplicate name={duplicateName} lineClamp={2} />}
      </Group>
    );
  },
});
