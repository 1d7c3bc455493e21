import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Item } from '../../../domain/items/item.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { formatDate } from '../../../domain/time.ts';
import type { LedgerEntry } from '../../../domain/items/stock-ledger.ts';
import type { StockMovement } from '../../../domain/items/stock-movement.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { stockLedgerOf } from '../../../sync/store/sums/stock-ledger.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { useArrivingText } from '../../parts/list/arriving.tsx';
import { purchaseLink, saleLink } from '../../parts/paths.ts';
import { recordedTime } from '../../parts/recorded-time.ts';
import { useLive } from '../../state/replica.tsx';
import type { Shop } from '../../state/shop.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { AdjustStockDialog } from './adjust-stock-dialog.tsx';
import { ledgerWords, reversedWords } from './ledger-words.ts';

const ROWS_AT_ONCE = 20;
/** Rows searched at a time: some weeks of a busy shop. */
const LOOKED_AT_MAX = 3_000;

/** The movements of an item's stock, newest first: who, when, why, before and after (M17). */
export function ItemStockLedger({ item, shop }: { item: Item; shop: Shop }) {
  const itemId = item.id;
  const [reversed, setReversed] = useState<StockMovement | null>(null);
  const [pages, setPages] = useState(1);
  const [stretches, setStretches] = useState(1);
  const read = useLive(
    async (database) => ({
      ledger: await stockLedgerOf(database, itemId, stretches * LOOKED_AT_MAX),
      users: await usersById(database),
    }),
    [itemId, stretches],
  );
  const arriving = useArrivingText('stockMovement');
  if (read === undefined || arriving === undefined) return <LoadingText>Loading...</LoadingText>;
  // Without a movement that is still to come, the stock before and after the others would be wrong.
  if (arriving !== null)
    return (
      <Text c="dimmed" ta="center" py="md">
        {arriving}
      </Text>
    );
  const { ledger, users } = read;
  const shown = ledger.entries.slice(0, pages * ROWS_AT_ONCE);
  const isMoreRead = shown.length < ledger.entries.length;
  const showOlder = () => {
    setPages(pages + 1);
    if (!isMoreRead) setStretches(stretches + 1);
  };
  return (
    <Stack gap="sm">
      {shown.length === 0 && (
        <Text c="dimmed" ta="center" py="md">
          {ledger.hasOlder || ledger.sinceMs !== null ? 'No stock movements lately' : 'No stock movements yet'}
        </Text>
      )}
      <Stack component="ul" aria-label="Stock movements" className="k-plain-list" gap="xs">
        {shown.map((entry) => (
          <li key={entry.key}>
            <Movement entry={entry} users={users} timeZone={shop.timeZone} onReverse={setReversed} />
          </li>
        ))}
      </Stack>
      {reversed !== null && <AdjustStockDialog item={item} reversed={reversed} onClose={() => setReversed(null)} />}
      {(isMoreRead || ledger.hasOlder) && (
        <Button variant="default" onClick={showOlder}>
          Show older movements
        </Button>
      )}
      {!isMoreRead && !ledger.hasOlder && ledger.sinceMs !== null && (
        <Text c="dimmed" ta="center">
          This device keeps stock movements from {formatDate(ledger.sinceMs, shop.timeZone)} on.
        </Text>
      )}
    </Stack>
  );
}

interface MovementProps {
  entry: LedgerEntry;
  users: ReadonlyMap<number, User>;
  timeZone: string;
  onReverse: (movement: StockMovement) => void;
}

function Movement({ entry, users, timeZone, onReverse }: MovementProps) {
  const { what, detail, notes } = ledgerWords(entry);
  const user = users.get(entry.byUserId);
  const { cause } = entry;
  return (
    <Card padding="sm">
      <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
        <Text fw={600} className="k-breakable">
          {what}
        </Text>
        <Text className="k-figures">
          {formatQuantity(entry.beforeHundredths)} → {formatQuantity(entry.afterHundredths)}
        </Text>
      </Group>
      <Document cause={cause} detail={detail} />
      {notes !== null && (
        <Text size="sm" className="k-breakable k-lines">
          {notes}
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {user === undefined ? 'Unknown user' : displayName(user)} · {recordedTime(entry, timeZone)}
        </Text>
        {cause.kind === 'movement' && cause.movement.type === 'addition' && (
          <Reversal movement={cause.movement} users={users} onReverse={onReverse} />
        )}
      </Group>
    </Card>
  );
}

/** The button that reverses an addition, or who has reversed it. */
function Reversal({
  movement,
  users,
  onReverse,
}: Pick<MovementProps, 'users' | 'onReverse'> & { movement: StockMovement }) {
  const { reversed } = movement;
  return reversed === undefined ? (
    <Button variant="subtle" px="xs" onClick={() => onReverse(movement)}>
      Reverse
    </Button>
  ) : (
    <Text size="sm">{reversedWords(users.get(reversed.byUserId))}</Text>
  );
}

/** A link to the sale or purchase that moved the stock, or a text for a movement by hand. */
function Document({ cause, detail }: { cause: LedgerEntry['cause']; detail: string | null }) {
  switch (cause.kind) {
    case 'sale':
    case 'cancellation':
      return (
        <Anchor component={Link} to={saleLink(cause.sale.id)} className="k-figures" size="sm">
          #{cause.sale.saleNumber}
        </Anchor>
      );
    case 'receipt':
    case 'return':
      return (
        <Anchor component={Link} to={purchaseLink(cause.purchase.id)} className="k-breakable" size="sm">
          {detail}
        </Anchor>
      );
    case 'movement':
      return (
        detail !== null && (
          <Text size="sm" className="k-breakable">
            {detail}
          </Text>
        )
      );
  }
}
