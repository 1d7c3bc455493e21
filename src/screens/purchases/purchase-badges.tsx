import { Group } from '@mantine/core';
import type { Purchase, PurchasePaymentStatus } from '../../../domain/items/purchase.ts';
import { PURCHASE_STATUS_TONES, PURCHASE_STATUS_WORDS } from '../../parts/purchase-words.ts';
import { type RowSync, RowSyncBadge, StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';

/** The texts name the payment, because 'Pending' alone could mean the goods. */
const PAYMENT_BADGES: Record<PurchasePaymentStatus, { tone: StatusTone; text: string }> = {
  paid: { tone: 'neutral', text: 'Paid' },
  pending: { tone: 'waiting', text: 'Payment pending' },
  partial: { tone: 'waiting', text: 'Partial payment' },
};

/** Badges for the goods, the payment, and the sync of a purchase. */
export function PurchaseBadges({ purchase, sync }: { purchase: Purchase; sync: RowSync | null }) {
  const { status } = purchase;
  const payment = PAYMENT_BADGES[purchase.paymentStatus];
  return (
    <Group gap="xs">
      <StatusBadge tone={PURCHASE_STATUS_TONES[status]}>{PURCHASE_STATUS_WORDS[status]}</StatusBadge>
      {status !== 'cancelled' && <StatusBadge tone={payment.tone}>{payment.text}</StatusBadge>}
      <RowSyncBadge sync={sync} />
    </Group>
  );
}
