import { Anchor, Button, Card, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Item } from '../../../domain/items/item.ts';
import { movementsOfItem, purchasesOfItem } from '../../../sync/store/item-history.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { recordedTime } from '../../parts/recorded-time.ts';
import { useLive } from '../../state/replica.tsx';
import type { Shop } from '../../state/shop.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { activitiesOf } from './activity-words.ts';

const ROWS_AT_ONCE = 20;
const PURCHASES_LOOKED_AT_MAX = 2_000;

/** What people did to an item, newest first (R-IDET-25, C-099). Its sales are a separate list. */
export function ItemActivity({ item, shop }: { item: Item; shop: Shop }) {
  const [rowsMax, setRowsMax] = useState(ROWS_AT_ONCE);
  const past = useLive(
    async (database) => {
      // One more than is shown is read, to know whether there is more.
      const purchases = await purchasesOfItem(database, item.id, {
        from: null,
        rowsMax: rowsMax + 1,
        lookedAtMax: PURCHASES_LOOKED_AT_MAX,
      });
      return {
        movements: await movementsOfItem(database, item.id, rowsMax + 1),
        purchases: purchases.rows,
        users: await usersById(database),
      };
    },
    [item.id, rowsMax],
  );
  if (past === undefined) return <LoadingText>Loading...</LoadingText>;
  const activities = activitiesOf({ item, ...past });
  if (activities.length === 0) return <Text c="dimmed">No activity yet</Text>;
  return (
    <Stack gap="sm">
      <Stack component="ul" aria-label="What happened to this item" className="k-plain-list" gap="xs">
        {activities.slice(0, rowsMax).map(({ key, text, notes, byUserId, to, ...time }) => {
          const user = byUserId === null ? undefined : past.users.get(byUserId);
          return (
            <li key={key}>
              <Card padding="sm">
                {to === undefined ? (
                  <Text className="k-breakable">{text}</Text>
                ) : (
                  <Anchor component={Link} to={to} className="k-breakable">
                    {text}
                  </Anchor>
                )}
                {notes !== null && (
                  <Text size="sm" className="k-breakable k-lines">
                    {notes}
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  {user ? user.firstName || user.username : 'Unknown user'} · {recordedTime(time, shop.timeZone)}
                </Text>
              </Card>
            </li>
          );
        })}
      </Stack>
      {activities.length > rowsMax && (
        <Button variant="default" onClick={() => setRowsMax(rowsMax + ROWS_AT_ONCE)}>
          Show older activity
        </Button>
      )}
    </Stack>
  );
}
