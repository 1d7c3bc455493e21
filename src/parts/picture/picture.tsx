import { Center } from '@mantine/core';
import { IconClock, IconPhoto, IconPhotoX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ShownImage } from '../../state/shown-images.ts';

/**
 * A thumbnail, with a clock while its file waits to be sent (M14). An icon replaces a file that is not on this device.
 */
export function Picture({ image, alt, fallback }: { image: ShownImage; alt: string; fallback?: ReactNode }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isMissing = image.state === 'reading' || failedUrl === image.thumbnailUrl;
  return (
    <Center className="k-thumbnail k-picture" data-state={image.state}>
      {isMissing ? (
        (fallback ?? <IconPhoto size={28} aria-hidden />)
      ) : (
        <img
          src={image.thumbnailUrl}
          alt={alt}
          width={64}
          height={64}
          loading="lazy"
          onError={() => setFailedUrl(image.thumbnailUrl)}
        />
      )}
      {(image.state === 'waiting' || image.state === 'elsewhere') && (
        <IconClock className="k-picture-sign" size={18} role="img" aria-label="Waiting to be sent" />
      )}
      {image.state === 'refused' && (
        <IconPhotoX className="k-picture-sign" size={18} role="img" aria-label="Not accepted" />
      )}
    </Center>
  );
}
