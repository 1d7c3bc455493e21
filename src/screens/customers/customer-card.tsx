import { Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Customer } from '../../../domain/people/customer.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { customerBalances } from '../../../domain/people/customer-balance.ts';
import { customerLink } from '../../parts/paths.ts';
import { PossibleDuplicate } from '../../parts/customer/possible-duplicate.tsx';
import { RowConflicts } from '../../parts/conflict/row-conflicts.tsx';
import { useFromHere } from '../../ui/list/list-location.ts';
import { type RowSync, RowSyncBadge } from '../../ui/status-badge.tsx';
import { OwedText } from './owed-text.tsx';

export interface CustomerCardProps {
  customer: Customer;
  owedSales: readonly Sale[];
  sync: RowSync | null;
  /** The name of a possible duplicate; null for none. */
  duplicateName: string | null;
}

/** A customer in the list (R-CUST-07). The whole card opens the customer, and a conflict is settled on it. */
export function CustomerCard({ customer, owedSales, sync, duplicateName }: CustomerCardProps) {
  const { id, name, phone, address, notes } = customer;
  return (
    <Card className="k-link-card k-stretched">
      <Stack gap={4}>
        <Link to={customerLink(id)} state={useFromHere()} className="k-stretched-link">
          <Text component="span" fw={600} className="k-breakable" lineClamp={2}>
            {name}
          </Text>
        </Link>
        {customerBalances(owedSales).map((balance) => (
          <OwedText key={balance.currency} balance={balance} />
        ))}
        {phone && (
          <Text className="k-figures k-breakable" lineClamp={2}>
            {phone}
          </Text>
        )}
        {[address, notes].map(
          (text, index) =>
            text && (
              <Text key={index} size="sm" c="dimmed" className="k-breakable" lineClamp={2}>
                {text}
              </Text>
            ),
        )}
        {duplicateName !== null && <PossibleDuplicate name={duplicateName} />}
        {sync !== null && (
          <Group gap="xs">
            <RowSyncBadge sync={sync} />
          </Group>
        )}
        {sync === 'conflict' && <RowConflicts table="customer" rowId={id} />}
      </Stack>
    </Card>
  );
}
