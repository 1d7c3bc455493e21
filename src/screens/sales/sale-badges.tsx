import { Group, type GroupProps } from '@mantine/core';
import { needsSettling, type Sale } from '../../../domain/sales/sale.ts';
import { SaleStatusBadge } from '../../parts/sale/sale-status-badge.tsx';
import { type RowSync, RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';

/** R-SALE-13 to R-SALE-15: what a sale is, and where it stands in the sync. */
export function SaleBadges({ sale, sync, ...props }: GroupProps & { sale: Sale; sync: RowSync | null }) {
  return (
    <Group {...props}>
      <SaleStatusBadge status={sale.status} />
      {needsSettling(sale) && <StatusBadge tone="problem">Needs attention</StatusBadge>}
      <RowSyncBadge sync={sync} />
    </Group>
  );
}
