import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { paymentMethodsOf } from '../../../sync/store/live-reads.ts';
import { useLive } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { moneyMethods } from './money-fields.tsx';

/** The methods for payments and refunds, the shop's default first; undefined until they are read. */
export function useMoneyMethods(): PaymentMethod[] | undefined {
  const { defaultPaymentMethodId } = useShop();
  const methods = useLive(paymentMethodsOf, []);
  return methods && moneyMethods(methods, defaultPaymentMethodId);
}
