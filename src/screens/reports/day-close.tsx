import { Button, Stack, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { type CashCount, cashDifferenceMinor } from '../../../domain/sales/cash-count.ts';
import { formatDayKey } from '../../../domain/time.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { latestCashCounts } from '../../../sync/store/sums/report-reads.ts';
import { recordedTimeOf } from '../../parts/recorded-time.ts';
import { readRowSync } from '../../state/row-sync.ts';
import { useLive } from '../../state/replica.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { type RowSync, RowSyncBadge } from '../../ui/status-badge.tsx';
import { CountCashDialog } from './count-cash-dialog.tsx';
import { DRAWER_WORDS, differenceText } from './drawer-words.ts';
import { ReportCard } from './report-card.tsx';
import type { ReportShop } from './report-shop.ts';
import { SOMEBODY } from './report-words.ts';
import { shownMoney } from '../../ui/shown-money.ts';

const COUNTS_AT_ONCE = 10;

/** The cash counts: expected and counted cash, and who counted (G28). */
export function DayClose({ shop }: { shop: ReportShop }) {
  const [isCounting, setCounting] = useState(false);
  const [shownMax, setShownMax] = useState(COUNTS_AT_ONCE);
  const read = useLive(
    async (database) => {
      const latest = await latestCashCounts(database, shownMax + 1);
      const counts = latest.slice(0, shownMax);
      const ids = counts.map(({ id }) => id);
      const sync = await readRowSync(database, 'cashCount', ids);
      return { counts, hasOlder: latest.length > shownMax, users: await usersById(database), sync };
    },
    [shownMax],
  );
  return (
    <ReportCard title="Day close">
      <Text c="dimmed">
        Count the cash in the drawer at the end of the day and compare it with what should be there.
      </Text>
      <Button
        className="k-report-controls"
        variant="default"
        leftSection={<IconCash size={20} aria-hidden />}
        onClick={() => setCounting(true)}
      >
        Count cash
      </Button>
      {read !== undefined && read.counts.length > 0 && (
        <Stack component="ul" aria-label="Cash counts" className="k-plain-list" gap="md">
          {read.counts.map((count) => (
            <li key={count.id}>
              <CountFacts count={count} shop={shop} users={read.users} sync={read.sync.get(count.id) ?? null} />
            </li>
          ))}
        </Stack>
      )}
      {read?.hasOlder === true && (
        <Button variant="default" onClick={() => setShownMax(shownMax + COUNTS_AT_ONCE)}>
          Show older counts
        </Button>
      )}
      {isCounting && <CountCashDialog shop={shop} onClose={() => setCounting(false)} />}
    </ReportCard>
  );
}

interface CountFactsProps {
  count: CashCount;
  shop: ReportShop;
  users: ReadonlyMap<number, User>;
  sync: RowSync | null;
}

function CountFacts({ count, shop, users, sync }: CountFactsProps) {
  const money = (minor: number) => shownMoney(minor, count.currency);
  const user = users.get(count.createdByUserId);
  const differenceMinor = cashDifferenceMinor(count);
  return (
    <>
      <Text fw={600}>{formatDayKey(count.day)}</Text>
      <RowSyncBadge sync={sync} />
      <Facts>
        <Fact name="Cash of">{count.drawer === 'shop' ? DRAWER_WORDS.shop : `One device (${count.deviceName})`}</Fact>
        <Fact name="Expected">{money(count.expectedMinor)}</Fact>
        <Fact name="Counted">{money(count.countedMinor)}</Fact>
        <Fact name="Difference">{differenceText(differenceMinor, money)}</Fact>
        <Fact name="Counted by">
          {user ? displayName(user) : SOMEBODY}, {recordedTimeOf(count, shop.timeZone)}
        </Fact>
        {count.notes !== null && <Fact name="Notes">{count.notes}</Fact>}
      </Facts>
    </>
  );
}
