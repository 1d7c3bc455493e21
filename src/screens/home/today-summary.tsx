import { Card, Stack, Text, Title } from '@mantine/core';
import { completenessText } from '../../parts/list/completeness.ts';
import type { Shop } from '../../state/shop.ts';
import { useSyncStatus } from '../../state/sync-status.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { type Today, useToday } from './use-today.ts';
import { Figure } from '../../ui/figure.tsx';

/** R-HOME-12, C-038. */
const HOME_CURRENCY_FALLBACK = 'UGX';

/** Today's figures: orders as the documents count them, and the counter's sales beside them (C-076). */
export function TodaySummary({ shop }: { shop: Shop }) {
  const currency = shop.currency ?? HOME_CURRENCY_FALLBACK;
  const today = useToday(shop.timeZone, currency);
  const pendingCount = useSyncStatus((state) => state.pendingCount);
  const money = (amountMinor: number | undefined) =>
    amountMinor === undefined ? null : <MoneyText amountMinor={amountMinor} currency={currency} decimals={0} />;
  return (
    <Card component="section" aria-labelledby="today">
      <Stack gap="sm">
        <Title order={2} size="h4" id="today">
          Today's Summary
        </Title>
        <dl className="k-figure-grid">
          <Figure name="Sales today" isLarge note={today && salesNotes(today)}>
            {money(today?.salesMinor)}
          </Figure>
          <Figure name="Orders today">{today?.orderCount}</Figure>
          <Figure name="Revenue from orders" note={today && orderNotes(today)}>
            {money(today?.orderRevenueMinor)}
          </Figure>
        </dl>
        <Text size="sm" c="dimmed">
          {today === undefined ? ' ' : completenessText({ ...today, pendingCount }, shop.timeZone)}
        </Text>
      </Stack>
    </Card>
  );
}

/** The day's unpaid sales. The figure above counts only paid ones, and a sale on credit would be missed. */
const salesNotes = ({ saleCount, unpaidCount }: Today): string[] => [
  salesText(saleCount),
  ...(unpaidCount > 0 ? [`${salesText(unpaidCount)} not paid yet`] : []),
];

/** The orders from before a change of the shop's currency. */
const orderNotes = ({ otherCurrencyOrderCount: count }: Today): string[] =>
  count === 0 ? [] : [`${count} more in another currency`];

const salesText = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`);
