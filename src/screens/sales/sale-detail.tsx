import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { MONEY_FLAGS, type Sale, type SaleFlag } from '../../../domain/sales/sale.ts';
import {
  isPaidAtOnce,
  saleBalanceMinor,
  saleCreditMinor,
  saleRefundDueMinor,
} from '../../../domain/sales/sale-payment.ts';
import { MissingRow } from '../../parts/list/missing-row.tsx';
import { paths, rowIdOf } from '../../parts/paths.ts';
import { moneySentences } from '../../parts/sale/sale-money-words.ts';
import { SALE_FLAG_SENTENCES } from '../../parts/words.ts';
import { useHeldRow } from '../../state/held-row.ts';
import { useLive } from '../../state/replica.tsx';
import { type Shop, useShop } from '../../state/shop.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { CancelSaleDialog } from './cancel-sale-dialog.tsx';
import { readSale, type ShownSale } from '../../parts/receipt/read-sale.ts';
import { ReceiptDialog } from '../../parts/receipt/receipt-dialog.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { SaleFacts } from './sale-facts.tsx';
import { SaleItems } from './sale-items.tsx';
import { SaleMoney } from './sale-money.tsx';
import { saleCurrency } from '../../parts/sale/sale-words.ts';
import { SettleRefundDialog } from './settle-refund-dialog.tsx';

/** The screen of a sale at /sales/{id} (R-SDET-01 to R-SDET-45). */
export function SaleDetail() {
  const id = rowIdOf(useParams().id);
  const shop = useShop();
  const read = useLive(async (database) => (id === null ? null : await readSale(database, id)), [id]);
  const shown = useHeldRow(read, 'This sale is not there any more');
  usePageTitle(shown ? `Sale #${shown.sale.saleNumber}` : 'Sale Details');
  if (shown === undefined) return <LoadingText>Loading sale details...</LoadingText>;
  if (shown === null) return <SaleNotFound />;
  return <SaleDetailBody shown={shown} shop={shop} />;
}

function SaleNotFound() {
  return (
    <MissingRow
      loadingText="Loading sale details..."
      title="Sale not found"
      hint="It may be on another device that has not sent it yet."
      back={{ to: paths.sales, label: 'Back to Sales' }}
    />
  );
}

type OpenDialog = 'receipt' | 'payment' | 'refund' | 'cancel' | null;

function SaleDetailBody({ shown, shop }: { shown: ShownSale; shop: Shop }) {
  const { sale, users, balance, customerName, customer: _customer, unitsByItem, ...facts } = shown;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const currency = saleCurrency(sale, shop);
  const close = () => setDialog(null);
  return (
    <Screen>
      <StickyHeader backTo={paths.sales}>
        {sale.status !== 'cancelled' && (
          <Button
            variant="default"
            leftSection={<IconReceipt size={20} aria-hidden />}
            onClick={() => setDialog('receipt')}
          >
            Receipt
          </Button>
        )}
      </StickyHeader>
      <SaleFacts sale={sale} shop={shop} customerName={customerName} users={users} {...facts} />
      <SaleFlags shown={shown} currency={currency} timeZone={shop.timeZone} />
      <SaleItems sale={sale} currency={currency} unitsByItem={unitsByItem} />
      {!isPaidAtOnce(sale) && (
        <SaleMoney
          sale={sale}
          currency={currency}
          timeZone={shop.timeZone}
          users={users}
          customer={balance && { ...balance, name: customerName }}
        />
      )}
      <SaleActs shown={shown} onOpen={setDialog} />
      {dialog === 'receipt' && <ReceiptDialog shown={shown} currency={currency} onClose={close} />}
      {dialog === 'payment' && <RecordPaymentDialog sale={sale} currency={currency} onClose={close} />}
      {dialog === 'refund' && <SettleRefundDialog sale={sale} currency={currency} onClose={close} />}
      {dialog === 'cancel' && <CancelSaleDialog sale={sale} onClose={close} />}
    </Screen>
  );
}

/** Messages for the sale's flags. Those about money name who did what, and when (M7). */
function SaleFlags({ shown, currency, timeZone }: { shown: ShownSale; currency: string; timeZone: string }) {
  const { sale, users } = shown;
  const isOfMoney = (flag: SaleFlag): boolean => MONEY_FLAGS.some((of) => of === flag);
  const sentences = [
    ...moneySentences(sale, { users, currency, timeZone }),
    ...sale.flags.filter((flag) => !isOfMoney(flag)).map((flag) => SALE_FLAG_SENTENCES[flag]),
  ];
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      {/* The alert's own title is not used: its yellow on yellow has too little contrast. */}
      <Text fw={600}>Please check</Text>
      {sentences.map((sentence) => (
        <Text key={sentence} className="k-breakable">
          {sentence}
        </Text>
      ))}
    </Alert>
  );
}

/** The buttons for the sale's present state; money first, because a customer is waiting. */
function SaleActs({ shown: { sale }, onOpen }: { shown: ShownSale; onOpen: (dialog: OpenDialog) => void }) {
  const money = moneyActOf(sale);
  const cancel = sale.status !== 'cancelled' && (
    <Button variant="default" fullWidth size="lg" onClick={() => onOpen('cancel')}>
      Cancel sale
    </Button>
  );
  if (money === null) return cancel && <ActionBar>{cancel}</ActionBar>;
  return (
    <>
      {cancel}
      <ActionBar>
        <Button fullWidth size="lg" onClick={() => onOpen(money.dialog)}>
          {money.label}
        </Button>
      </ActionBar>
    </>
  );
}

function moneyActOf(sale: Sale): { dialog: OpenDialog; label: string } | null {
  if (saleBalanceMinor(sale) > 0) return { dialog: 'payment', label: 'Record payment' };
  if (saleRefundDueMinor(sale) > 0) return { dialog: 'refund', label: 'Settle refund' };
  return saleCreditMinor(sale) > 0 ? { dialog: 'refund', label: 'Give back credit' } : null;
}
