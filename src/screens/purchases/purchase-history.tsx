import { Card, Stack, Text } from '@mantine/core';
import { displayName } from '../../../domain/people/user.ts';
import { recordedTime } from '../../parts/recorded-time.ts';
import { actionText, changedFieldsOf } from './history-words.ts';
import type { ShownPurchase } from './read-purchase.ts';

/** R-PUR-33, R-PUR-40: who did what, newest first, with every field before and after. */
export function PurchaseHistory({ shown: { purchase, users }, timeZone }: { shown: ShownPurchase; timeZone: string }) {
  return (
    <Stack component="ul" aria-label="History" className="k-plain-list" gap="xs">
      {purchase.history.toReversed().map((event, index) => {
        const user = users.get(event.byUserId);
        return (
          // Entries are only ever added at the top, and two may be of the same moment.
          <li key={purchase.history.length - index}>
            <Card padding="sm">
              <Text fw={600}>{actionText(event)}</Text>
              {changedFieldsOf(event.changedFields).map(({ field, from, to }) => (
                <Text key={field} className="k-breakable k-lines">
                  {field}: {from} → {to}
                </Text>
              ))}
              <Text size="sm" c="dimmed">
                {user === undefined ? 'Unknown user' : displayName(user)} · {recordedTime(event, timeZone)}
              </Text>
            </Card>
          </li>
        );
      })}
    </Stack>
  );
}
