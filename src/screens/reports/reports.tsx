import { Group, Tabs, Text } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useShop } from '../../state/shop.ts';
import { FailedText } from '../../ui/list/card-list.tsx';
import { offlineText } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { InventoryTab } from './inventory-tab.tsx';
import './reports.css';
import { REPORT_CURRENCY_FALLBACK } from './report-shop.ts';
import { ReportReach } from './report-reach.tsx';
import { SalesTab } from './sales-tab.tsx';
import { UnpaidTab } from './unpaid-tab.tsx';

const TABS = ['sales', 'inventory', 'unpaid'] as const;
type Tab = (typeof TABS)[number];

const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

/**
 * The reports at /reports (R-REP-01 to R-REP-19, C-140 to C-143). They read only this device's data, so they work
 * offline.
 */
export function Reports() {
  usePageTitle('Reports');
  const [params, setParams] = useSearchParams();
  const shop = useShop();
  const firstLoad = useFirstLoad();
  const asked = params.get('tab');
  const tab: Tab = isTab(asked) ? asked : 'sales';
  const choose = (next: string | null) =>
    setParams(
      (old) => {
        const changed = new URLSearchParams(old);
        changed.set('tab', next ?? 'sales');
        return changed;
      },
      { replace: true },
    );
  const known = { ...shop, currency: shop.currency ?? REPORT_CURRENCY_FALLBACK };
  return (
    <Screen className="k-report">
      <StickyHeader backTo={paths.root} />
      {firstLoad.status === 'failed' && <FailedText message={firstLoad.message} onRetry={firstLoad.retry} />}
      {firstLoad.status === 'offline' && (
        <FailedText message={offlineText('load your shop')} onRetry={firstLoad.retry} />
      )}
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List grow className="k-report-controls">
          <Tabs.Tab value="sales">Sales</Tabs.Tab>
          <Tabs.Tab value="inventory">Inventory</Tabs.Tab>
          <Tabs.Tab value="unpaid">Unpaid</Tabs.Tab>
        </Tabs.List>
        <Group className="k-report-letterhead">
          <Text fw={700}>{shop.name ?? 'Your Store'}</Text>
        </Group>
        <ReportReach timeZone={shop.timeZone} />
        <Tabs.Panel value="sales" pt="sm">
          <SalesTab shop={known} />
        </Tabs.Panel>
        <Tabs.Panel value="inventory" pt="sm">
          <InventoryTab shop={known} />
        </Tabs.Panel>
        <Tabs.Panel value="unpaid" pt="sm">
          <UnpaidTab shop={known} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}
