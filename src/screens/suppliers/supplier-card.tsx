import { Card, Group, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { supplierLink } from '../../parts/paths.ts';
import { PossibleDuplicate } from '../../parts/customer/possible-duplicate.tsx';
import { RowConflicts } from '../../parts/conflict/row-conflicts.tsx';
import { useFromHere } from '../../ui/list/list-location.ts';
import { type RowSync, RowSyncBadge } from '../../ui/status-badge.tsx';

export interface SupplierCardProps {
  supplier: Supplier;
  sync: RowSync | null;
  /** The name of a possible duplicate; null for none. */
  duplicateName: string | null;
}

/** A supplier in the list. The whole card opens it, and a conflict is settled on it (M23). */
export const SupplierCard = memo(function SupplierCard({ supplier, sync, duplicateName }: SupplierCardProps) {
  const contact = [supplier.phone, supplier.email].filter((text) => text !== null).join(' · ');
  return (
    <Card className="k-link-card k-stretched">
      <Stack gap={4}>
        <Link to={supplierLink(supplier.id)} state={useFromHere()} className="k-stretched-link">
          <Text component="span" fw={600} className="k-breakable" lineClamp={2}>
            {supplier.name}
          </Text>
        </Link>
        {contact !== '' && (
          <Text size="sm" c="dimmed" className="k-breakable k-figures">
            {contact}
          </Text>
        )}
        {supplier.address !== null && (
          <Text size="sm" c="dimmed" className="k-breakable" lineClamp={2}>
            {supplier.address}
          </Text>
        )}
        {duplicateName !== null && <PossibleDuplicate name={duplicateName} />}
        {sync !== null && (
          <Group gap="xs">
            <RowSyncBadge sync={sync} />
          </Group>
        )}
        {sync === 'conflict' && <RowConflicts table="supplier" rowId={supplier.id} />}
      </Stack>
    </Card>
  );
});
