import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

/** Renders nothing unless the browser offers to install the app (G51). */
export function InstallButton({ onInstall }: { onInstall: (() => Promise<void>) | null }) {
  if (onInstall === null) return null;
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconDownload size={20} aria-hidden />}
      onClick={() => void onInstall()}
    >
      Install app
    </Button>
  );
}
