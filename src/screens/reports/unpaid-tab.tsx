import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { dialled } from '../../../domain/text/phone.ts';
import { dayRange, formatDate } from '../../../domain/time.ts';
import { reminderText, type UnpaidSale, unpaidReport } from '../../../domain/sales/unpaid-report.ts';
import { customersByIds } from '../../../sync/store/customer-reads.ts';
import { unpaidSales } from '../../../sync/store/live-reads.ts';
import { OwedArrivingNote, useArrivingText } from '../../parts/list/arriving.tsx';
import { saleLink } from '../../parts/paths.ts';
import { whatsAppLink } from '../../platform/share.ts';
import { useLive } from '../../state/replica.tsx';
import { EmptyText, LoadingText } from '../../ui/list/card-list.tsx';
import { Figure } from '../../ui/figure.tsx';
import { useFromHere } from '../../ui/list/list-location.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ReportActions } from './report-actions.tsx';
import { ReportCard } from './report-card.tsx';
import { unpaidLines } from './report-lines.ts';
import type { ReportShop } from './report-shop.ts';
import { ageText, salesText } from './report-words.ts';

const ROWS_AT_ONCE = 20;

/** The unpaid sales: who owes what, and for how long (R-REP-05, R-REP-16, R-REP-17). */
export function UnpaidTab({ shop }: { shop: ReportShop }) {
  const { timeZone, currency } = shop;
  const nowMs = useNow((atMs) => dayRange(atMs, timeZone).toMs);
  const arriving = useArrivingText('sale');
  const [shownMax, setShownMax] = useState(ROWS_AT_ONCE);
  const read = useLive(async (database) => {
    const sales = await unpaidSales(database);
    const ids = new Set(sales.flatMap(({ customerId }) => customerId ?? []));
    const customers = await customersByIds(database, [...ids]);
    return { sales, customers: new Map(customers.map((customer) => [customer.id, customer])) };
  }, []);
  if (read === undefined || arriving === undefined) return <LoadingText>Loading report...</LoadingText>;
  const report = unpaidReport(read.sales, { nowMs, zone: timeZone, currency });
  if (report.sales.length === 0 && arriving !== null)
    return <EmptyText title="No unpaid sales so far" hint={arriving} />;
  if (report.sales.length === 0) return <EmptyText title="Every sale is paid" hint="Nobody owes the shop anything." />;
  const left = report.sales.length - shownMax;
  const othersCount = report.sales.length - report.owedCount;
  return (
    <Stack>
      <OwedArrivingNote />
      <ReportCard title="Unpaid">
        <dl className="k-figure-grid">
          <Figure name="Owed to the shop" isLarge note={salesText(report.owedCount)}>
            <MoneyText amountMinor={report.owedMinor} currency={currency} decimals={2} />
          </Figure>
        </dl>
        {othersCount > 0 && <Text size="sm">{salesText(othersCount)} in another currency: not in this figure.</Text>}
      </ReportCard>
      <Stack component="ul" aria-label="Unpaid sales" className="k-plain-list" gap="sm">
        {report.sales.slice(0, shownMax).map((unpaid) => (
          <li key={unpaid.sale.id}>
            <UnpaidCard
              unpaid={unpaid}
              shop={shop}
              phone={read.customers.get(unpaid.sale.customerId ?? 0)?.phone ?? null}
            />
          </li>
        ))}
      </Stack>
      {left > 0 && (
        <Button variant="default" onClick={() => setShownMax(shownMax + ROWS_AT_ONCE)}>
          Show {Math.min(left, ROWS_AT_ONCE)} more of {left}
        </Button>
      )}
      <ReportActions fileName="kaunta-unpaid-report" timeZone={timeZone} lines={() => unpaidLines(report, timeZone)} />
    </Stack>
  );
}

interface UnpaidCardProps {
  unpaid: UnpaidSale;
  shop: ReportShop;
  phone: string | null;
}

function UnpaidCard({ unpaid, shop, phone }: UnpaidCardProps) {
  const { sale, balanceMinor, ageDays } = unpaid;
  const from = useFromHere();
  const number = phone === null ? null : (dialled(phone, shop.country ?? '')?.fromAbroad ?? null);
  const text = reminderText(unpaid, { shopName: shop.name ?? 'Your Store', zone: shop.timeZone });
  return (
    <Card className="k-stretched">
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" align="baseline">
          <Text component={Link} to={saleLink(sale.id)} state={from} fw={600} className="k-breakable k-stretched-link">
            {sale.customerName ?? 'No customer'}
          </Text>
          <MoneyText fw={700} amountMinor={balanceMinor} currency={sale.currency} decimals={2} />
        </Group>
        <Text size="sm" c="dimmed" className="k-breakable">
          #{sale.saleNumber} · {formatDate(sale.createdAtMs, shop.timeZone)}
        </Text>
        <Text size="sm">Unpaid {ageText(ageDays)}</Text>
        <Button
          className="k-report-controls k-over-link k-wide"
          component="a"
          href={whatsAppLink(text, number)}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          aria-label={`Remind by WhatsApp: ${sale.customerName ?? sale.saleNumber}`}
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          Remind by WhatsApp
        </Button>
      </Stack>
    </Card>
  );
}
