import { Alert, Anchor, Button, Card, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { groupThousands } from '../../../domain/hundredths.ts';
import { tracksStock } from '../../../domain/items/item.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import type { Duplicates } from '../../../domain/items/same-item.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { itemLink, paths } from '../../parts/paths.ts';
import { saved } from '../../parts/form/save.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { type DuplicateItem, useDuplicateItems } from '../../state/duplicate-items.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { EmptyText, LoadingText } from '../../ui/list/card-list.tsx';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { useFromHere } from '../../ui/list/list-location.ts';
import { Screen } from '../../ui/screen.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { shownMoney } from '../../ui/shown-money.ts';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';

/** The most items in the list. The button archives all of them. */
const SHOWN_MAX = 50;

/** A note above the list if items are there twice: two devices imported one file while offline. */
export function DuplicatesNotice({ itemCount }: { itemCount: number | undefined }) {
  const duplicates = useDuplicateItems(itemCount);
  if (duplicates === null || duplicates.length === 0) return null;
  const title =
    duplicates.length === 1
      ? '1 item is there twice'
      : `${groupThousands(String(duplicates.length))} items are there twice`;
  return (
    <Alert color="yellow" title={title}>
      <Anchor component={Link} to={`${paths.items}?duplicates`} className="k-inline-link">
        Show what is there twice
      </Anchor>
    </Alert>
  );
}

/**
 * Items that are there more than once, at /items?duplicates, with a button that archives the extra ones (M12,
 * decisions/0021).
 */
export function DuplicateItems() {
  const { run } = useReplica();
  const [settledCount, setSettledCount] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const isWhole = useFirstLoad().status === 'ready';
  const found = useDuplicateItems(`${settledCount}/${isWhole}`);
  // An empty result counts only once the whole shop is here.
  const duplicates = found?.length === 0 && !isWhole ? null : found;
  // A tap archives the duplicates in view; when the list changes, saving starts afresh.
  const saving = useOneAtATime(duplicates);
  const later = duplicates?.flatMap((each) => each.later) ?? [];

  const archive = (items: readonly DuplicateItem[]) =>
    saving.start(async () => {
      for (const [index, { id }] of items.entries()) {
        const result = await saved(run('item.setActive', () => ({ id, isActive: false }), `${saving.act}/${id}`));
        if (result.ok) continue;
        setSettledCount((count) => count + index);
        return showFailure('Failed to archive item', result.reason);
      }
      setAsking(false);
      setSettledCount((count) => count + items.length);
      showSuccess(items.length === 1 ? 'Item archived' : `${groupThousands(String(items.length))} items archived`);
      return SPENT;
    });

  return (
    <Screen>
      <BackLink to={paths.items}>All items</BackLink>
      {duplicates === null && <LoadingText>Looking for items that are there twice...</LoadingText>}
      {duplicates?.length === 0 && <EmptyText title="No item is there twice" />}
      {duplicates !== null && duplicates.length > 0 && (
        <>
          <Text>
            These have the same name and SKU, as when two devices import one file. The first of each stays. One that is
            archived keeps its history, and its stock is not added: it was the same goods. Count those of which some
            were sold. If they are two things, give one of them another name or SKU.
          </Text>
          <Stack component="ul" aria-label="Items that are there twice" className="k-plain-list" gap="sm">
            {duplicates.slice(0, SHOWN_MAX).map((each) => (
              <li key={each.first.id}>
                <DuplicateCard duplicates={each} isBusy={saving.isBusy} onArchive={(item) => archive([item])} />
              </li>
            ))}
          </Stack>
          {duplicates.length > SHOWN_MAX && (
            <Text ta="center">And {groupThousands(String(duplicates.length - SHOWN_MAX))} more.</Text>
          )}
          <ActionBar>
            <Button fullWidth size="lg" onClick={() => setAsking(true)}>
              {allLabel(later.length)}
            </Button>
          </ActionBar>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          opened
          title="Keep the first of each?"
          message={`${later.length === 1 ? '1 item' : `${groupThousands(String(later.length))} items`} will be archived. You can restore each of them.`}
          confirmLabel={allLabel(later.length)}
          cancelLabel="Not yet"
          isBusy={saving.isBusy}
          onConfirm={() => archive(later)}
          onCancel={() => setAsking(false)}
        />
      )}
    </Screen>
  );
}

const allLabel = (count: number): string =>
  count === 1 ? 'Archive the second' : `Archive the ${groupThousands(String(count))} that came later`;

interface DuplicateCardProps {
  duplicates: Duplicates<DuplicateItem>;
  isBusy: boolean;
  onArchive: (item: DuplicateItem) => void;
}

function DuplicateCard({ duplicates: { first, later }, isBusy, onArchive }: DuplicateCardProps) {
  const users = useLive(usersById, []);
  return (
    // The next item takes its place, with the same button.
    <Card className="k-arrives">
      <Stack gap="sm">
        <Title order={2} size="h4" className="k-breakable">
          <bdi>{first.name}</bdi>
        </Title>
        {first.sku !== null && <Text className="k-breakable">SKU {first.sku}</Text>}
        <DuplicateFacts label="The first, which stays" item={first} users={users} />
        {later.map((item) => (
          <Stack key={item.id} gap="xs">
            <DuplicateFacts label="Came later" item={item} users={users} />
            <Button variant="default" disabled={isBusy} onClick={() => onArchive(item)}>
              Archive this one
            </Button>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

interface DuplicateFactsProps {
  label: string;
  item: DuplicateItem;
  users: ReadonlyMap<number, User> | undefined;
}

function DuplicateFacts({ label, item, users }: DuplicateFactsProps) {
  const { timeZone, currency } = useShop();
  const user = users?.get(item.createdByUserId);
  const facts = [
    shownMoney(item.priceMinor, currency ?? ITEM_CURRENCY_FALLBACK),
    ...(tracksStock(item) ? [`${formatQuantity(item.currentStockHundredths)} in stock`] : []),
    `${formatDateTime(item.createdAtMs, timeZone)}${user ? `, ${displayName(user)}` : ''}`,
  ];
  return (
    <div>
      <Anchor component={Link} to={itemLink(item.id)} state={useFromHere()} className="k-inline-link">
        {label}
      </Anchor>
      <Text size="sm" className="k-breakable">
        {facts.join(' · ')}
      </Text>
    </div>
  );
}
