import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { CustomerBalance } from '../../../domain/people/customer-balance.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import {
  saleBalanceMinor,
  saleCreditMinor,
  type SalePayment,
  salePayments,
  saleRefundDueMinor,
} from '../../../domain/sales/sale-payment.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { recordedTime } from '../../parts/recorded-time.ts';
import { salesCount } from '../../parts/sale/sale-words.ts';
import { MoneyText } from '../../ui/money-text.tsx';

export interface SaleMoneyProps {
  sale: Sale;
  currency: string;
  timeZone: string;
  users: ReadonlyMap<number, User>;
  /** The customer's balance over all their sales; null for a walk-in. */
  customer: (CustomerBalance & { name: string }) | null;
}

/** Payments and refunds, by whom and when, and the resulting balance (G22, G23, M6, M7). */
export function SaleMoney({ sale, currency, timeZone, users, customer }: SaleMoneyProps) {
  const sums = [
    { name: 'Balance', amountMinor: saleBalanceMinor(sale) },
    { name: 'Refund due', amountMinor: saleRefundDueMinor(sale) },
    { name: 'Kept as credit', amountMinor: saleCreditMinor(sale) },
  ].filter(({ amountMinor }) => amountMinor > 0);
  const payments = salePayments(sale);
  const entry = { currency, timeZone, users };
  return (
    <Card component="section" aria-label="Payments">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Payments
        </Title>
        {payments.length === 0 && <Text c="dimmed">Nothing was paid yet.</Text>}
        <Stack component="ul" className="k-plain-list" gap="sm">
          {payments.map((payment) => (
            <MoneyEntry key={`paid ${payment.id}`} {...entry} what={null} money={payment} />
          ))}
          {(sale.refunds ?? []).map((refund) => (
            <MoneyEntry
              key={`back ${refund.id}`}
              {...entry}
              what={refund.way === 'kept' ? 'Kept as credit' : 'Given back'}
              money={refund}
            />
          ))}
        </Stack>
        {sums.map(({ name, amountMinor }) => (
          <Group key={name} justify="space-between" align="baseline" gap="xs">
            <Text fw={600}>{name}</Text>
            <Text size="xl" fw={700}>
              <MoneyText amountMinor={amountMinor} currency={currency} decimals={2} />
            </Text>
          </Group>
        ))}
        {customer !== null && <CustomerBalance customer={customer} currency={currency} />}
      </Stack>
    </Card>
  );
}

interface MoneyEntryProps {
  /** The kind of refund; null for a payment. */
  what: string | null;
  money: SalePayment;
  currency: string;
  timeZone: string;
  users: ReadonlyMap<number, User>;
}

function MoneyEntry({ what, money, currency, timeZone, users }: MoneyEntryProps) {
  const user = users.get(money.byUserId);
  const details = [
    recordedTime(money, timeZone),
    ...(user ? [`by ${displayName(user)}`] : []),
    ...(money.transactionId === null ? [] : [money.transactionId]),
  ];
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="0 0.75rem">
      <div className="k-grow">
        <Text className="k-breakable">{what ?? money.paymentMethodName ?? 'Cash'}</Text>
        <Text size="sm" c="dimmed" className="k-breakable">
          {details.join(' · ')}
        </Text>
      </div>
      <Text fw={600}>
        <MoneyText amountMinor={money.amountMinor} currency={currency} decimals={2} />
      </Text>
    </Group>
  );
}

/** The customer's balance, if other sales add to it (G23). */
function CustomerBalance({
  customer,
  currency,
}: {
  customer: NonNullable<SaleMoneyProps['customer']>;
  currency: string;
}) {
  const { name, owedMinor, creditMinor, unpaidCount } = customer;
  return (
    <>
      {owedMinor > 0 && (
        <Text className="k-breakable">
          <bdi>{name}</bdi> owes <MoneyText fw={600} amountMinor={owedMinor} currency={currency} decimals={2} /> in all,
          for {salesCount(unpaidCount)}.
        </Text>
      )}
      {creditMinor > 0 && (
        <Text className="k-breakable">
          <bdi>{name}</bdi> has <MoneyText fw={600} amountMinor={creditMinor} currency={currency} decimals={2} /> of
          credit in all.
        </Text>
      )}
    </>
  );
}
