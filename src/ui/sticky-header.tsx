import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';

/** A screen's back link, fixed under the top bar, with room beside it for what must stay in view. */
export function StickyHeader({ backTo, children }: { backTo: string; children?: ReactNode }) {
  return (
    <Group className="k-sticky-header" justify="space-between" wrap="nowrap">
      <BackLink to={backTo} />
      {children}
    </Group>
  );
}
