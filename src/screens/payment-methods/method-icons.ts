import { IconBuildingBank, IconCash, IconCreditCard, IconDeviceMobile, type Icon } from '@tabler/icons-react';
import type { PaymentMethodIcon } from '../../../domain/sales/payment-method.ts';

/** The labels of the four icons (R-PAY-03). */
export const METHOD_ICONS: Record<PaymentMethodIcon, { label: string; Icon: Icon }> = {
  CreditCard: { label: 'Credit Card', Icon: IconCreditCard },
  Banknote: { label: 'Cash', Icon: IconCash },
  Phone: { label: 'Mobile Money', Icon: IconDeviceMobile },
  Building: { label: 'Bank Transfer', Icon: IconBuildingBank },
};
