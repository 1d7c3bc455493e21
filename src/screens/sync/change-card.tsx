import { Card, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ChangeCardProps {
  what: string;
  since: string;
  children?: ReactNode;
}

/** A change of this device: what it is, and since when it waits. */
export function ChangeCard({ what, since, children }: ChangeCardProps) {
  return (
    <Card padding="sm" role="group" aria-label={what}>
      <Stack gap={4}>
        <Text fw={600} className="k-breakable">
          {what}
        </Text>
        <Text size="sm" c="dimmed">
          since {since}
        </Text>
        {children}
      </Stack>
    </Card>
  );
}
