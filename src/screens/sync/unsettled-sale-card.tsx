import { Card, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Sale } from '../../../domain/sales/sale.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { saleLink } from '../../parts/paths.ts';
import { moneySentences } from '../../parts/sale/sale-money-words.ts';
import { useLive } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';

/** A sale that was paid or refunded twice. The card stays until a person settles it on the sale's own screen (M7). */
export function UnsettledSaleCard({ sale }: { sale: Sale }) {
  const { timeZone } = useShop();
  const users = useLive(usersById, []);
  // Renders nothing until the users are read, so that 'Somebody' does not flash.
  if (users === undefined) return null;
  return (
    <Card padding="sm" className="k-link-card k-stretched">
      <Stack gap={4}>
        <Link to={saleLink(sale.id)} className="k-stretched-link">
          <Text component="span" fw={600} className="k-breakable">
            Sale #{sale.saleNumber}
          </Text>
        </Link>
        {moneySentences(sale, { users, currency: sale.currency, timeZone }).map((sentence) => (
          <Text key={sentence} className="k-breakable">
            {sentence}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
