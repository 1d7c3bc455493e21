import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyText } from '../ui/list/card-list.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { paths } from '../parts/paths.ts';

/** Shown for an unknown address (R-ROUTE-35). */
export function NotFound() {
  usePageTitle('Not Found');
  return (
    <EmptyText
      title="Page Not Found"
      hint="There is nothing at this address. It may be mistyped, or what it showed was removed."
      action={
        <Button component={Link} to={paths.dashboard} mt="sm">
          Go to Home
        </Button>
      }
    />
  );
}
