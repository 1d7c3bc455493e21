import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from './paths.ts';

/** Where a shop has no item yet, nothing else can be done: the way out. */
export function NewItemLink() {
  return (
    <Button component={Link} to={paths.newItem} variant="default">
      New Item
    </Button>
  );
}
