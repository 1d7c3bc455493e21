import { Card, Group, Stack, Title } from '@mantine/core';
import type { Sale } from '../../../domain/sales/sale.ts';
import { isNothingPaid, NOT_PAID_YET } from '../../../domain/sales/sale-payment.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { recordedTimeOf } from '../../parts/recorded-time.ts';
import { SaleStatusBadge } from '../../parts/sale/sale-status-badge.tsx';
import type { Shop } from '../../state/shop.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { type RowSync, RowSyncBadge } from '../../ui/status-badge.tsx';

export interface SaleFactsProps {
  sale: Sale;
  shop: Shop;
  sync: RowSync | null;
  customerName: string;
  sellerName: string | null;
  cancellerName: string | null;
  users: ReadonlyMap<number, User>;
}

/** The facts of a sale (R-SDET-09 to R-SDET-13, C-049, C-050). */
export function SaleFacts({ sale, shop, sync, customerName, sellerName, cancellerName, users }: SaleFactsProps) {
  const nameOf = (userId: number): string | null => {
    const user = users.get(userId);
    return user ? displayName(user) : null;
  };
  const [cancellation, ...later] = sale.cancellations;
  return (
    <Card component="section" aria-label="Sale">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" className="k-breakable">
            {customerName}
          </Title>
          <Group gap="xs">
            <SaleStatusBadge status={sale.status} />
            <RowSyncBadge sync={sync} />
          </Group>
        </Group>
        <Facts>
          <Fact name="Date">{recordedTimeOf(sale, shop.timeZone)}</Fact>
          <Fact name="Sale number">
            <span className="k-figures">{sale.saleNumber}</span>
          </Fact>
          {sellerName !== null && <Fact name="Sold by">{sellerName}</Fact>}
          <Fact name="Payment method">{isNothingPaid(sale) ? NOT_PAID_YET : (sale.paymentMethodName ?? 'Cash')}</Fact>
          {sale.transactionId !== null && <Fact name="Transaction ID">{sale.transactionId}</Fact>}
          {sale.notes !== null && <Fact name="Notes">{sale.notes}</Fact>}
          {cancellation !== undefined && (
            <>
              <Fact name="Reason for cancellation">{cancellation.reason}</Fact>
              <Fact name="Cancelled on">{formatDateTime(cancellation.atMs, shop.timeZone)}</Fact>
              {cancellerName !== null && <Fact name="Cancelled by">{cancellerName}</Fact>}
            </>
          )}
          {/* The first cancellation counts (M6). */}
          {later.map(({ reason, byUserId, atMs }) => (
            <Fact key={`${byUserId} ${atMs}`} name="Also cancelled">
              {[nameOf(byUserId), formatDateTime(atMs, shop.timeZone), reason]
                .filter((part) => part !== null)
                .join(' · ')}
            </Fact>
          ))}
        </Facts>
      </Stack>
    </Card>
  );
}
