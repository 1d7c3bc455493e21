import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useWayBack } from './list/list-location.ts';

/** The link back to the screen above this one. */
export function BackLink({ to, children = 'Back' }: { to: string; children?: string }) {
  return (
    <Anchor component={Link} {...useWayBack(to)} className="k-back-link">
      <IconChevronLeft size={20} aria-hidden />
      {children}
    </Anchor>
  );
}
