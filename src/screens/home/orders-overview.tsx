import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { countOrdersByStatus, ORDER_STATUSES, OVERVIEW_ORDERS_MAX } from '../../../domain/sales/order.ts';
import { latestOrders } from '../../../sync/store/live-reads.ts';
import { ORDER_STATUS_WORDS } from '../../parts/order-status-words.ts';
import { ordersLink } from '../../parts/paths.ts';
import { useLive } from '../../state/replica.tsx';
import { Figure } from '../../ui/figure.tsx';

/** The counts of orders by status, each a link to them (R-HOME-13 to R-HOME-18). */
export function OrdersOverview() {
  const counts = useLive(
    async (database) => countOrdersByStatus(await latestOrders(database, OVERVIEW_ORDERS_MAX)),
    [],
  );
  return (
    <Card component="section" aria-labelledby="orders-overview">
      <Stack gap="sm">
        <Title order={2} size="h4" id="orders-overview">
          Orders Overview
        </Title>
        <SimpleGrid component="dl" cols={{ base: 2, xs: 4 }} spacing="xs" m={0}>
          {ORDER_STATUSES.map((status) => (
            <Figure key={status} name={ORDER_STATUS_WORDS[status]} to={ordersLink(status)}>
              {counts?.[status]}
            </Figure>
          ))}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          Of the latest {OVERVIEW_ORDERS_MAX} orders
        </Text>
      </Stack>
    </Card>
  );
}
