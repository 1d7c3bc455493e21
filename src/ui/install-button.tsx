import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

/** Only where the browser offers to install (G51). */
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
