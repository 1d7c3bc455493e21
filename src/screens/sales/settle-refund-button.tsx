import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import { SettleRefundDialog } from './settle-refund-dialog.tsx';

/** Settles a refund in the list itself, because a cancelled sale has no link to its detail (M6). */
export function SettleRefundButton({ sale, currency, ...props }: ButtonProps & { sale: Sale; currency: string }) {
  const [isSettling, setSettling] = useState(false);
  return (
    <>
      {saleRefundDueMinor(sale) > 0 && (
        <Button variant="default" onClick={() => setSettling(true)} {...props}>
          Settle refund
        </Button>
      )}
      {isSettling && <SettleRefundDialog sale={sale} currency={currency} onClose={() => setSettling(false)} />}
    </>
  );
}
