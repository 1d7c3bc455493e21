import '@mantine/core/styles/Progress.css';
import { Button, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Item } from '../../../domain/item.ts';
import { setFileState } from '../../../sync/store/image-files.ts';
import { saved } from '../../app/save.ts';
import { useImageProgress } from '../../state/image-progress.ts';
import { useReplica } from '../../state/replica.tsx';
import { type ShownImage, useShownImages } from '../../state/shown-images.ts';
import { showFailure } from '../../state/toasts.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Picture } from './picture.tsx';

/** R-IDET-19. */
const SHOWN_MAX = 3;

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }));

/** Up to three thumbnails and how many more; each opens the gallery at its picture (R-IDET-19 to R-IDET-23). */
export function ImageStrip({ item }: { item: Item }) {
  const images = useShownImages(item.images);
  const [openAt, setOpenAt] = useState<number | null>(null);
  if (images.length === 0) return null;
  const hidden = images.length - SHOWN_MAX;
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap">
        {images.slice(0, SHOWN_MAX).map((image, index) => (
          <UnstyledButton
            key={image.key}
            className="k-strip-button"
            aria-label={`Open image ${index + 1} of ${images.length}`}
            onClick={() => setOpenAt(index)}
          >
            <Picture image={image} alt="" />
          </UnstyledButton>
        ))}
        {hidden > 0 && (
          <UnstyledButton
            className="k-strip-button k-thumbnail k-strip-more"
            aria-label={`Open ${hidden} more`}
            onClick={() => setOpenAt(SHOWN_MAX)}
          >
            +{hidden}
          </UnstyledButton>
        )}
      </Group>
      <FilesOnTheWay images={images} />
      {images.map((image) => image.state === 'refused' && <RefusedImage key={image.key} item={item} image={image} />)}
      {openAt !== null && (
        <Suspense>
          <Lightbox images={images} name={item.name} startAt={openAt} onClose={() => setOpenAt(null)} />
        </Suspense>
      )}
    </Stack>
  );
}

/** How the files of this device get on (SYN-10). */
function FilesOnTheWay({ images }: { images: readonly ShownImage[] }) {
  const progress = useImageProgress();
  const waiting = images.filter(({ state }) => state === 'waiting');
  const sending = waiting.find(({ key }) => progress[key] !== undefined);
  if (waiting.length === 0) return null;
  const percent = Math.round((sending === undefined ? 0 : (progress[sending.key] ?? 0)) * 100);
  return (
    <div>
      <Text size="sm">
        {waiting.length === 1 ? '1 image waits to be sent' : `${waiting.length} images wait to be sent`}
      </Text>
      {sending !== undefined && <Progress value={percent} aria-label={`Sending image, ${percent}%`} mt={4} />}
    </div>
  );
}

/** M14: what the server does not take stays here, with its reason, until somebody tries again or gives it up. */
function RefusedImage({ item, image }: { item: Item; image: ShownImage }) {
  const { database, run } = useReplica();
  const giveUp = async () => {
    const result = await saved(run('item.removeImage', () => ({ id: item.id, key: image.key })));
    if (!result.ok) showFailure('Failed to update item', result.reason);
  };
  return (
    <Group gap="xs">
      <StatusBadge tone="problem">Not accepted</StatusBadge>
      <Text size="sm" className="k-breakable">
        {image.refusal ?? 'Failed to update item'}
      </Text>
      <Button variant="default" onClick={() => void setFileState(database, image.key, 'waiting')}>
        Retry
      </Button>
      <Button variant="default" onClick={() => void giveUp()}>
        Remove image
      </Button>
    </Group>
  );
}
