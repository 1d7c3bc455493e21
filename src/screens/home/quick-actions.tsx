import { Button, Card, SimpleGrid, Stack, Title } from '@mantine/core';
import {
  IconBuildingWarehouse,
  IconCashRegister,
  IconChartBar,
  IconPackage,
  IconPackageImport,
  IconPlus,
  IconReceipt,
  IconSquarePlus,
  IconTruck,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../parts/paths.ts';

interface QuickAction {
  label: string;
  to: string;
  Icon: Icon;
}

/** Links to all screens that the bottom navigation does not have (C-031, G1). */
const ACTIONS: readonly QuickAction[] = [
  { label: 'Sales', to: paths.sales, Icon: IconReceipt },
  { label: 'Items', to: paths.items, Icon: IconPackage },
  { label: 'New Item', to: paths.newItem, Icon: IconSquarePlus },
  { label: 'Add Stock', to: paths.addStock, Icon: IconPackageImport },
  { label: 'Customers', to: paths.customers, Icon: IconUsers },
  { label: 'Suppliers', to: paths.suppliers, Icon: IconBuildingWarehouse },
  { label: 'Purchases', to: paths.purchases, Icon: IconTruck },
  { label: 'Reports', to: paths.reports, Icon: IconChartBar },
];

export function QuickActions() {
  return (
    <Card component="nav" aria-labelledby="quick-actions">
      <Stack gap="sm">
        <Title order={2} size="h4" id="quick-actions">
          Quick actions
        </Title>
        <Button
          component={Link}
          to={paths.counter}
          size="lg"
          fullWidth
          leftSection={<IconCashRegister size={22} aria-hidden />}
        >
          Sell
        </Button>
        <Button
          component={Link}
          to={paths.newSale}
          variant="default"
          fullWidth
          leftSection={<IconPlus size={20} aria-hidden />}
        >
          New Sale
        </Button>
        {/* The card itself is half as wide from 1024 px on. */}
        <SimpleGrid cols={{ base: 2, xs: 3, md: 2, lg: 3 }} spacing="sm">
          {ACTIONS.map(({ label, to, Icon: ActionIcon }) => (
            <Button
              key={to}
              component={Link}
              to={to}
              variant="default"
              justify="flex-start"
              px="xs"
              fz="sm"
              classNames={{ label: 'k-start-label' }}
              leftSection={<ActionIcon size={20} aria-hidden />}
            >
              {label}
            </Button>
          ))}
        </SimpleGrid>
      </Stack>
    </Card>
  );
}
