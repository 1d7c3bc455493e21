import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ActionBar } from './action-bar.tsx';
import { useHere } from './list/list-location.ts';

/** The main action of a list: a link to the form of a new row. */
export function AddLink({ to, children }: { to: string; children: string }) {
  return (
    <ActionBar>
      <Button
        component={Link}
        to={to}
        state={useHere()}
        fullWidth
        size="lg"
        leftSection={<IconPlus size={20} aria-hidden />}
      >
        {children}
      </Button>
    </ActionBar>
  );
}
