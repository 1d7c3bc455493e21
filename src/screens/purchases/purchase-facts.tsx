import { Alert, Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { purchaseBalanceMinor, type PurchaseFlag } from '../../../domain/items/purchase.ts';
import { formatDate, formatDayKey } from '../../../domain/time.ts';
import { displayName } from '../../../domain/people/user.ts';
import { supplierLink } from '../../parts/paths.ts';
import { PURCHASE_METHOD_WORDS, PURCHASE_PAYMENT_WORDS } from '../../parts/purchase-words.ts';
import { recordedTimeOf } from '../../parts/recorded-time.ts';
import type { Shop } from '../../state/shop.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { PurchaseBadges } from './purchase-badges.tsx';
import type { ShownPurchase } from './read-purchase.ts';
import { SameInvoice } from './same-invoice.tsx';

export interface PurchaseFactsProps {
  shown: ShownPurchase;
  shop: Shop;
  currency: string;
}

/** Supplier, total, invoice and payment of a purchase; also the balance if it is not fully paid (C-123). */
export function PurchaseFacts({ shown, shop, currency }: PurchaseFactsProps) {
  const { purchase, users, sync } = shown;
  const user = users.get(purchase.createdByUserId);
  const balanceMinor = purchaseBalanceMinor(purchase);
  return (
    <Card component="section" aria-label="Purchase">
      <Stack gap="sm">
        <Title order={2} size="h4" className="k-breakable">
          {shown.supplierId === null ? (
            purchase.supplierName
          ) : (
            <Anchor component={Link} to={supplierLink(shown.supplierId)} inherit className="k-inline-link">
              {purchase.supplierName}
            </Anchor>
          )}
        </Title>
        <Text size="xl" fw={700} className="k-figure">
          <MoneyText amountMinor={purchase.totalMinor} currency={currency} decimals={2} />
        </Text>
        <PurchaseBadges purchase={purchase} sync={sync} />
        <PurchaseFlags flags={purchase.flags} />
        <Facts>
          <Fact name="Purchase date">{formatDate(purchase.purchaseDateMs, shop.timeZone)}</Fact>
          {purchase.saidPurchaseDateMs !== undefined && (
            <Fact name="Date that was given">{formatDate(purchase.saidPurchaseDateMs, shop.timeZone)}</Fact>
          )}
          {purchase.deviceAtMs !== undefined && <Fact name="Recorded">{recordedTimeOf(purchase, shop.timeZone)}</Fact>}
          <Fact name="Invoice number">{purchase.invoiceNumber ?? '-'}</Fact>
          <Fact name="Invoice date">{purchase.invoiceDate === null ? '-' : formatDayKey(purchase.invoiceDate)}</Fact>
          <Fact name="Payment method">{PURCHASE_METHOD_WORDS[purchase.paymentMethod]}</Fact>
          <Fact name="Payment status">{PURCHASE_PAYMENT_WORDS[purchase.paymentStatus]}</Fact>
          {purchase.paymentStatus === 'partial' && purchase.amountPaidMinor !== null && (
            <Fact name="Amount paid">
              <span className="k-figure">
                <MoneyText amountMinor={purchase.amountPaidMinor} currency={currency} decimals={2} />
              </span>
            </Fact>
          )}
          {balanceMinor > 0 && (
            <Fact name="Balance">
              <span className="k-figure">
                <MoneyText fw={700} amountMinor={balanceMinor} currency={currency} decimals={2} />
              </span>
            </Fact>
          )}
          {purchase.attachmentUrl !== null && (
            <Fact name="Attachment">
              <Anchor href={purchase.attachmentUrl} target="_blank" rel="noreferrer" className="k-breakable">
                Open
              </Anchor>
            </Fact>
          )}
          <Fact name="Recorded by">{user === undefined ? 'Unknown user' : displayName(user)}</Fact>
        </Facts>
        <SameInvoice
          supplierId={purchase.supplierId}
          invoiceNumber={purchase.invoiceNumber ?? ''}
          exceptId={purchase.id}
          isLink
        />
      </Stack>
    </Card>
  );
}

/** Sentences for the flags. A repeated invoice has its own sentence, which names the other purchase. */
const FLAG_SENTENCES: Record<Exclude<PurchaseFlag, 'same_invoice'>, string> = {
  supplier_missing: 'The supplier is no longer there.',
  item_missing: 'An item is no longer there.',
  total_mismatch: 'The total does not agree with its lines.',
  currency_mismatch: 'It was recorded in another currency than the business has now.',
  actor_disabled: 'It was recorded by an account that is no longer active.',
  clock_suspect: 'The clock of the device was wrong when it was recorded.',
  recount: 'It was made before an item was counted and arrived after: count the item again.',
};

function PurchaseFlags({ flags }: { flags: readonly PurchaseFlag[] }) {
  const sentences = flags.flatMap((flag) => (flag === 'same_invoice' ? [] : [FLAG_SENTENCES[flag]]));
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      {/* Not the alert's own title: yellow on yellow cannot be read. */}
      <Text fw={600}>Please check</Text>
      {sentences.map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </Alert>
  );
}
