import './home.css';
import { Anchor, Group, Stack, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { mayOpen } from '../../../domain/people/screen-permission.ts';
import { paths } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { chunk, WhenFetched } from '../../ui/chunk.tsx';
import { FailedText } from '../../ui/list/card-list.tsx';
import { offlineText } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { ItemStats } from './item-stats.tsx';
import { OrdersOverview } from './orders-overview.tsx';
import { QuickActions } from './quick-actions.tsx';
import { TodaySummary } from './today-summary.tsx';

// Loaded later: it rarely has anything to show.
const homeNotices = chunk(async () => (await import('./home-notices.tsx')).HomeNotices);
const ignoreUntilNextTime = () => undefined;

/** Home at / and /dashboard (R-HOME-01 to R-HOME-22, C-017, C-031). */
export function Home() {
  usePageTitle('Home');
  const shop = useShop();
  const { role } = useReplica();
  const firstLoad = useFirstLoad();
  return (
    <Stack className="k-home">
      <div>
        <Title order={2} size="h3" className="k-breakable">
          {shop.name ?? 'Your Store'}
        </Title>
        <Group gap="md">
          {shop.slug !== null && (
            // The shop's public page is made by the server and is not part of this app.
            <Anchor href={`/${shop.slug}`} target="_blank" rel="noopener" className="k-inline-link k-breakable">
              {shop.slug}
            </Anchor>
          )}
          {mayOpen(role, paths.registerBusiness) && (
            <Anchor component={Link} to={paths.registerBusiness} className="k-inline-link">
              Edit business details
            </Anchor>
          )}
        </Group>
      </div>
      {/* C-148: only a device without a copy of the shop can fail to show it. */}
      {firstLoad.status === 'failed' && <FailedText message={firstLoad.message} onRetry={firstLoad.retry} />}
      {firstLoad.status === 'offline' && (
        <FailedText message={offlineText('load your shop')} onRetry={firstLoad.retry} />
      )}
      <WhenFetched part={homeNotices} props={{}} fallback={null} onFailed={ignoreUntilNextTime} />
      <TodaySummary shop={shop} />
      <QuickActions />
      <OrdersOverview />
      <ItemStats />
    </Stack>
  );
}
