import '@mantine/core/styles/Progress.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Item } from '../../../domain/items/item.ts';
import { ImageGallery } from '../../parts/picture/image-gallery.tsx';
import { imageRefusal, useRefusedImage } from '../../parts/picture/refused-image.ts';
import { useImageProgress } from '../../state/image-progress.ts';
import { type ShownImage, useShownImages } from '../../state/shown-images.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

/** An item's gallery, with the upload status of its pictures under it (M14). */
export function ImageStrip({ item }: { item: Item }) {
  const images = useShownImages(item.images);
  if (images.length === 0) return null;
  return (
    <Stack gap="xs">
      <ImageGallery images={images} name={item.name} />
      <FilesOnTheWay images={images} />
      {images.map((image) => image.state === 'refused' && <RefusedImage key={image.key} item={item} image={image} />)}
    </Stack>
  );
}

/** The upload status of this device's files (SYN-10). */
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

/** Pictures that the server refused stay here with the reason, until somebody tries again or removes them (M14). */
function RefusedImage({ item, image }: { item: Item; image: ShownImage }) {
  const { retry, giveUp } = useRefusedImage({ itemId: item.id, key: image.key });
  const deciding = useOneAtATime();
  const decide = (act: () => Promise<boolean>) =>
    deciding.start(async () => {
      return (await act()) ? SPENT : undefined;
    });
  return (
    <Group gap="xs" className="k-arrives">
      <StatusBadge tone="problem">Not accepted</StatusBadge>
      <Text size="sm" className="k-breakable">
        {imageRefusal(image)}
      </Text>
      <Button variant="default" disabled={deciding.isBusy} onClick={() => decide(retry)}>
        Retry
      </Button>
      <Button variant="default" disabled={deciding.isBusy} onClick={() => decide(giveUp)}>
        Remove image
      </Button>
    </Group>
  );
}
