import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { EmptyText } from '../../ui/card-list.tsx';

/** An address without an item, with the way back (R-IDET-01 to R-IDET-04). */
export function NoItem({ title }: { title: 'Invalid Item ID' | 'Item Not Found' }) {
  return (
    <EmptyText
      title={title}
      {...(title === 'Item Not Found' ? { hint: 'It may be on another device that has not sent it yet.' } : {})}
      action={
        <Button component={Link} to={paths.items} mt="sm">
          Back to Items
        </Button>
      }
    />
  );
}
