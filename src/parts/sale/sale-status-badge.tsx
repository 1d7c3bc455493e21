import type { SaleStatus } from '../../../domain/sales/sale.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { SALE_STATUS_WORDS } from '../words.ts';

const TONES: Record<SaleStatus, StatusTone> = {
  completed: 'good',
  pending: 'waiting',
  cancelled: 'problem',
};

export function SaleStatusBadge({ status }: { status: SaleStatus }) {
  return <StatusBadge tone={TONES[status]}>{SALE_STATUS_WORDS[status]}</StatusBadge>;
}
