import { Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

export interface UpdatePromptProps {
  /** Null while no new version is waiting. */
  onReload: (() => void) | null;
  /** True once the person has chosen to update, while the old version stops its work. */
  isReloading: boolean;
  /** While a form holds unsaved input nothing is offered, because reloading would lose it (G52). */
  isFormDirty: boolean;
}

/** An update takes a second or two. After this time the prompt says that it takes longer. */
const SLOW_AFTER_MS = 10_000;

/** Offers the new version that is ready to take over. */
export function UpdatePrompt({ onReload, isReloading, isFormDirty }: UpdatePromptProps) {
  const isSlow = useIsSlow(isReloading);
  if (onReload === null || isFormDirty) return null;
  return (
    <Paper role="status" withBorder p="sm" mb="md">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>A new version is available</Text>
        <Button loading={isReloading} onClick={onReload}>
          Reload
        </Button>
      </Group>
      {isSlow && (
        <Text mt="xs">It takes longer than usual. Close Kaunta in all tabs and windows, then open it again.</Text>
      )}
    </Paper>
  );
}

/** True once the update takes longer than usual (X-TYPE-51). */
function useIsSlow(isReloading: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isReloading) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isReloading]);
  return isSlow;
}
