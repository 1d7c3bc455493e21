import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Replaces the ways to print and share a receipt once its sale is cancelled (R-SDET-45). */
export function CancelledNote() {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text fw={600}>This sale was cancelled</Text>
    </Alert>
  );
}
