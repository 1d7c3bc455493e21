import { Button, Group, Paper, Text } from '@mantine/core';

export interface UpdatePromptProps {
  /** Null while no version waits. */
  onReload: (() => void) | null;
  /** It was chosen; the old version leaves off what it is at. */
  isReloading: boolean;
  /** While a form holds unsaved input nothing is offered, because reloading would lose it (G52). */
  isFormDirty: boolean;
}

/** Offers the version that is ready to take over. */
export function UpdatePrompt({ onReload, isReloading, isFormDirty }: UpdatePromptProps) {
  if (onReload === null || isFormDirty) return null;
  return (
    <Paper role="status" withBorder p="sm" mb="md">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>A new version is available</Text>
        <Button loading={isReloading} onClick={onReload}>
          Reload
        </Button>
      </Group>
    </Paper>
  );
}
