import { ActionIcon, CloseButton, Group, Modal, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import type { ShownImage } from '../../state/shown-images.ts';

export interface LightboxProps {
  images: readonly ShownImage[];
  name: string;
  startAt: number;
  onClose: () => void;
}

/** Full-screen pictures, one by one: by buttons, arrow keys, and the browser's swipe (R-IDET-21 to R-IDET-23). */
export function Lightbox({ images, name, startAt, onClose }: LightboxProps) {
  const [at, setAt] = useState(startAt);
  const strip = useRef<HTMLDivElement | null>(null);
  const last = images.length - 1;
  const shown = Math.min(at, last);

  const show = (index: number) => {
    const next = Math.max(0, Math.min(last, index));
    setAt(next);
    strip.current?.children[next]?.scrollIntoView({ inline: 'start', block: 'nearest' });
  };
  // A ref callback, because the dialog renders the strip later than this component.
  const beginAt = useCallback(
    (element: HTMLDivElement | null) => {
      strip.current = element;
      element?.children[startAt]?.scrollIntoView({ inline: 'start', block: 'nearest' });
    },
    [startAt],
  );
  useHotkeys([
    ['ArrowLeft', () => show(shown - 1)],
    ['ArrowRight', () => show(shown + 1)],
    ['Home', () => show(0)],
    ['End', () => show(last)],
  ]);
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {};
    if (clientWidth > 0) setAt(Math.round(scrollLeft / clientWidth));
  };

  return (
    <Modal.Root opened onClose={onClose} fullScreen aria-label={`Images of ${name}`}>
      <Modal.Overlay />
      <Modal.Content className="k-lightbox" aria-label={`Images of ${name}`}>
        <Group justify="space-between" wrap="nowrap" p="xs">
          <Text className="k-figures" role="status">
            {shown + 1} / {images.length}
          </Text>
          <CloseButton aria-label="Close" data-autofocus onClick={onClose} />
        </Group>
        <div className="k-lightbox-strip" ref={beginAt} onScroll={follow} tabIndex={0} role="group" aria-label="Images">
          {images.map((image, index) => (
            <div key={image.key} className="k-lightbox-page">
              <img src={image.originalUrl} alt={`${name}, image ${index + 1}`} />
            </div>
          ))}
        </div>
        {images.length > 1 && (
          <Group justify="space-between" wrap="nowrap" p="xs">
            <ActionIcon aria-label="Previous image" disabled={shown === 0} onClick={() => show(shown - 1)}>
              <IconChevronLeft size={24} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label="Next image" disabled={shown === last} onClick={() => show(shown + 1)}>
              <IconChevronRight size={24} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
