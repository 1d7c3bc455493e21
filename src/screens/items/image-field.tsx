import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { memo, useEffect, useId, useMemo } from 'react';
import { IMAGE_TYPES, ITEM_IMAGES_MAX } from '../../../domain/items/item-image.ts';
import { type ShownImage, useShownImages } from '../../state/shown-images.ts';
import { type FormImage, moved, roomFor } from './form-images.ts';
import type { FormImages } from './use-form-images.ts';
import { Picture } from '../../parts/picture/picture.tsx';
import { FileChoice } from '../../ui/form/file-choice.tsx';

export interface ImageFieldProps {
  images: readonly FormImage[];
  isTaking: boolean;
  onChange: FormImages['change'];
  onAdd: FormImages['add'];
}

/** Up to five pictures: chosen or taken, moved up and down, removed (R-INEW-10, R-IEDIT-07 to R-IEDIT-10, R-IMG). */
export const ImageField = memo(function ImageField({ images, isTaking, onChange, onAdd }: ImageFieldProps) {
  const labelId = useId();
  const shown = useFormImages(images);
  const room = roomFor(images);

  return (
    <Stack gap="xs" role="group" aria-labelledby={labelId}>
      <Input.Label id={labelId} labelElement="div" size="md">
        Images
      </Input.Label>
      {shown.length > 0 && (
        <Stack component="ul" aria-labelledby={labelId} className="k-plain-list" gap="xs">
          {shown.map((image, index) => (
            <li key={image.key}>
              <Group wrap="nowrap" gap="xs">
                <Picture image={image} alt={`Image ${index + 1}`} />
                <ActionIcon
                  variant="default"
                  aria-label={`Move image ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => onChange((current) => moved(current, image.key, -1))}
                >
                  <IconArrowUp size={20} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={`Move image ${index + 1} down`}
                  disabled={index === shown.length - 1}
                  onClick={() => onChange((current) => moved(current, image.key, 1))}
                >
                  <IconArrowDown size={20} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={`Remove image ${index + 1}`}
                  onClick={() => onChange((current) => current.filter(({ key }) => key !== image.key))}
                >
                  <IconTrash size={20} aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </Stack>
      )}
      <FileChoice multiple accept={IMAGE_TYPES.join(',')} onChange={(files) => files.length > 0 && onAdd(files)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isTaking}
            disabled={room === 0}
            leftSection={<IconPhotoPlus size={20} aria-hidden />}
          >
            Add images
          </Button>
        )}
      </FileChoice>
      <Text size="sm" c="dimmed">
        {`Optional. Up to ${ITEM_IMAGES_MAX}, JPEG, PNG or WebP. The first one stands in lists.`}
      </Text>
    </Stack>
  );
});

/** Returns the pictures to show: new files from the form's memory, the others from the item. */
function useFormImages(images: readonly FormImage[]): ShownImage[] {
  const own = useShownImages(images.flatMap(({ image }) => (image === null ? [] : [image])));
  const chosenKeys = images.flatMap(({ key, image }) => (image === null ? [key] : [])).join(' ');
  const urls = useMemo(
    () =>
      new Map(
        images.flatMap((image): [string, string][] =>
          image.image === null
            ? [[image.key, URL.createObjectURL(new Blob([image.small.thumbnail], { type: image.small.type }))]]
            : [],
        ),
      ),
    // The keys identify the pictures.
    // oxlint-disable-next-line react/exhaustive-deps
    [chosenKeys],
  );
  useEffect(() => () => urls.forEach((url) => URL.revokeObjectURL(url)), [urls]);
  return images.flatMap(({ key, image }) => {
    if (image !== null) return own.find((each) => each.key === key) ?? [];
    const url = urls.get(key) ?? '';
    return [{ key, thumbnailUrl: url, originalUrl: url, state: 'stored' as const, refusal: null, failedStatus: null }];
  });
}
