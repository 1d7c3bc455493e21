import { Group, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { ShownImage } from '../../state/shown-images.ts';
import { showFailure } from '../../state/toasts.ts';
import { chunk, WhenFetched } from '../../ui/chunk.tsx';
import { Picture } from './picture.tsx';

/** Thumbnails shown before 'and N more' (R-IDET-19, R-ODET-28). */
const SHOWN_MAX = 3;

const lightbox = chunk(async () => (await import('./lightbox.tsx')).Lightbox);

export interface ImageGalleryProps {
  images: readonly ShownImage[];
  name: string;
}

/**
 * Up to three thumbnails and the number of further pictures. Each opens its picture (R-IDET-19 to R-IDET-23,
 * R-ODET-27).
 */
export function ImageGallery({ images, name }: ImageGalleryProps) {
  const [openAt, setOpenAt] = useState<number | null>(null);
  const close = () => setOpenAt(null);
  const hidden = images.length - SHOWN_MAX;
  if (images.length === 0) return null;
  return (
    <>
      <Group gap="xs" wrap="nowrap" role="group" aria-label={`Images of ${name}`}>
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
      {openAt !== null && (
        <WhenFetched
          part={lightbox}
          props={{ images, name, startAt: openAt, onClose: close }}
          fallback={null}
          onFailed={() => {
            close();
            showFailure('The picture could not be opened', 'Check your connection and try again.');
          }}
        />
      )}
    </>
  );
}
