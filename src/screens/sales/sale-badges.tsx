import { Group, type GroupProps } from '@mantine/core';
import { needsSettling, type Sale } from '../../../domain/sales/sale.ts';
import { SaleStatusBadge } from '../../parts/sale/sale-status-badge.tsx';
import { type RowSync, RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';

/** The badges of a sale's status and sync status (R-SALE-13 to R-SALE-15). */
export function SaleBadges({ sale, sync, ...props }: GroupProps & { sale: Sale; sync: RowSync | null }) {
  return (
    <Group {...props}>
      <SaleStatusBadge status={sale.status} />
      {needsSettling(sale) && <StatusBadge tone="problem">Needs attention</StatusBadge>}
      <RowSyncBadge sync={sync} />
    </Group>
  );
}
