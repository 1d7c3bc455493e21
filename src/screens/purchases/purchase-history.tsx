import { Card, Stack, Text } from '@mantine/core';
import { displayName } from '../../../domain/people/user.ts';
import { recordedTime } from '../../parts/recorded-time.ts';
import { actionText, changedFieldsOf } from './history-words.ts';
import type { ShownPurchase } from './read-purchase.ts';

/** The history of a purchase, newest first: who did what, with each field before and after (R-PUR-33, R-PUR-40). */
export function PurchaseHistory({ shown: { purchase, users }, timeZone }: { shown: ShownPurchase; timeZone: string }) {
  return (
    <Stack component="ul" aria-label="History" className="k-plain-list" gap="xs">
      {purchase.history.toReversed().map((event, index) => {
        const user = users.get(event.byUserId);
        return (
          // Entries are only added, at the top, so counting from the end gives stable keys. Two may have the same time.
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
