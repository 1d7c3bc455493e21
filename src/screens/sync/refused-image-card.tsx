import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/time.ts';
import type { RefusedImage } from '../../../sync/store/image-files.ts';
import { imageRefusal, useRefusedImage } from '../../parts/picture/refused-image.ts';
import { showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { RowSyncBadge } from '../../ui/status-badge.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { ChangeCard } from './change-card.tsx';
import type { KnownNames } from './describe-change.ts';

export interface RefusedImageCardProps {
  refused: RefusedImage;
  names: KnownNames;
  timeZone: string;
}

/** A picture that the server refused. It stays on this device until a person retries or removes it (M14). */
export function RefusedImageCard({ refused: { file, listing }, names, timeZone }: RefusedImageCardProps) {
  const { itemId } = listing;
  const { retry, giveUp } = useRefusedImage({ itemId, key: file.key });
  const [isAsking, setAsking] = useState(false);
  const deciding = useOneAtATime();
  const what = itemId === null ? 'Business image' : `Image of ${names.items.get(itemId) ?? 'an item'}`;

  const discard = () =>
    deciding.start(async () => {
      const isGone = await giveUp();
      setAsking(false);
      if (!isGone) return undefined;
      showSuccess('Image removed', what);
      return SPENT;
    });
  const tryAgain = () =>
    deciding.start(async () => {
      return (await retry()) ? SPENT : undefined;
    });

  return (
    <ChangeCard what={what} since={formatDateTime(file.addedAtMs, timeZone)}>
      <Text className="k-breakable">{imageRefusal(file)}</Text>
      <RowSyncBadge sync="refused" />
      <Group gap="sm" mt="xs" grow className="k-arrives">
        <Button variant="default" disabled={deciding.isBusy} onClick={tryAgain}>
          Retry
        </Button>
        <Button variant="default" onClick={() => setAsking(true)}>
          Discard
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title="Discard this image? This cannot be undone."
        message={what}
        confirmLabel="Discard"
        cancelLabel="Keep it"
        isDestructive
        isBusy={deciding.isBusy}
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      />
    </ChangeCard>
  );
}
