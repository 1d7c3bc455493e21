import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import { SettleRefundDialog } from './settle-refund-dialog.tsx';

/** A cancelled sale leads nowhere from the list: what is still to be given back for it is settled where it stands (M6). */
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
