import '@mantine/core/styles/Avatar.css';
import '@mantine/core/styles/Progress.css';
import { Alert, Avatar, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { type Business, uploadedImage } from '../../../domain/business.ts';
import { IMAGE_REFUSALS, IMAGE_TYPES } from '../../../domain/items/item-image.ts';
import { addImageFiles, setFileState } from '../../../sync/store/image-files.ts';
import { saved, savedFiles } from '../../parts/form/save.ts';
import { newImageKey } from '../../platform/picture/image-key.ts';
import { shrinkImage } from '../../platform/picture/shrink-image.ts';
import { useImageProgress } from '../../state/image-progress.ts';
import { useReplica } from '../../state/replica.tsx';
import { type ShownImage, useShownImages } from '../../state/shown-images.ts';
import { showFailure } from '../../state/toasts.ts';
import { type SavingWork, SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { FileChoice } from '../../ui/form/file-choice.tsx';

const FAILED = 'Failed to update business details';

/** The business's picture as this device has it (M35), or the initials of its name. */
export function BusinessAvatar({ business, image }: { business: Business; image: ShownImage | null }) {
  const { name, profileImageUrl } = business;
  const isElsewhere = image?.state === 'elsewhere' || image?.state === 'reading';
  const url = isElsewhere ? null : (image?.thumbnailUrl ?? profileImageUrl);
  return <Avatar src={url} alt={`Picture of ${name}`} name={name} size={72} radius="md" color="kaunta" />;
}

/** Returns the uploaded picture; null if there is none, or if it is at an address elsewhere. */
export function useBusinessImage(business: Business | undefined): ShownImage | null {
  const uploaded = business === undefined ? null : uploadedImage(business);
  return useShownImages(uploaded ? [uploaded] : [])[0] ?? null;
}

/**
 * Buttons to change or remove the picture. The change is shown at once, also offline, and is sent by itself (R-BIZ-17,
 * M35).
 */
export function BusinessImageControls({ business, image }: { business: Business; image: ShownImage | null }) {
  const { database, run } = useReplica();
  // After the image has changed this is a new opening, which can save again.
  const taking = useOneAtATime(business.profileImageUrl);
  const hasImage = business.profileImageUrl !== null;

  const setImage = async (key: string | null): SavingWork => {
    const result = await saved(run('business.setImage', () => ({ id: business.id, key }), null));
    if (!result.ok) return showFailure(FAILED, result.reason);
    return SPENT;
  };
  const take = async (file: File): SavingWork => {
    const small = await shrinkImage(file);
    if (!small.ok) return showFailure(IMAGE_REFUSALS[small.error].title, IMAGE_REFUSALS[small.error].message);
    const key = newImageKey();
    const waiting = { state: 'waiting', refusal: null, addedAtMs: Date.now() } as const;
    // The file is stored before the row that names it.
    const kept = await savedFiles(addImageFiles(database, [{ key, itemId: null, ...small.value, ...waiting }]));
    if (!kept.ok) return showFailure(FAILED, kept.reason);
    return await setImage(key);
  };

  return (
    <Stack gap="xs">
      <Group gap="xs">
        <FileChoice accept={IMAGE_TYPES.join(',')} onChange={(file) => file && taking.start(() => take(file))}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={taking.isBusy}
              leftSection={<IconPhotoPlus size={20} aria-hidden />}
            >
              {hasImage ? 'Change image' : 'Add image'}
            </Button>
          )}
        </FileChoice>
        {hasImage && (
          <Button
            variant="default"
            disabled={taking.isBusy}
            leftSection={<IconTrash size={20} aria-hidden />}
            onClick={() => taking.start(() => setImage(null))}
          >
            Remove image
          </Button>
        )}
      </Group>
      <OnTheWay image={image} />
      <UploadFailed image={image} onRetry={(key) => void setFileState(database, key, 'waiting')} />
    </Stack>
  );
}

/** The upload status of the file (SYN-10). */
function OnTheWay({ image }: { image: ShownImage | null }) {
  const progress = useImageProgress();
  const part = image === null ? undefined : progress[image.key];
  const percent = Math.round((part ?? 0) * 100);
  return (
    <div role="status">
      {image?.state === 'waiting' && <Text size="sm">The image waits to be sent</Text>}
      {image?.state === 'elsewhere' && (
        <Text size="sm">The image is still on another device, which has not sent it yet</Text>
      )}
      {part !== undefined && <Progress value={percent} aria-label={`Sending image, ${percent}%`} mt={4} />}
    </div>
  );
}

/**
 * Shown only if the server answered with an error (R-BIZ-18, M35). A busy server is asked again; a refused image is
 * left to a person.
 */
function UploadFailed({ image, onRetry }: { image: ShownImage | null; onRetry: (key: string) => void }) {
  if (image === null || image.failedStatus === null) return null;
  const isRefused = image.state === 'refused';
  return (
    <Alert color="red" role="alert" title={`Upload failed (${image.failedStatus})`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {isRefused
            ? (image.refusal ?? 'The server did not take this image. Choose another one.')
            : 'The image is kept on this device and sent again by itself.'}
        </Text>
        {isRefused && (
          <Button variant="default" onClick={() => onRetry(image.key)}>
            Retry
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
