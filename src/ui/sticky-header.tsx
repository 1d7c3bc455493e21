import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';

/** The way back from a screen, kept in reach under the top bar, and room beside it for what must stay in sight. */
export function StickyHeader({ backTo, children }: { backTo: string; children?: ReactNode }) {
  return (
    <Group className="k-sticky-header" justify="space-between" wrap="nowrap">
      <BackLink to={backTo} />
      {children}
    </Group>
  );
}
