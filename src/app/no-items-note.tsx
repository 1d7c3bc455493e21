import { Alert, Stack, Text } from '@mantine/core';
import { useHasNoItems } from '../state/empty-shop.ts';
import { NewItemLink } from './new-item-link.tsx';

/** On a form that has items in its lines: a new shop needs one to begin with. */
export function NoItemsNote() {
  if (!useHasNoItems()) return null;
  return (
    <Alert role="note" p="sm">
      <Stack gap="xs" align="flex-start">
        <Text inherit>Your shop has no items yet. Add the first one, then come back.</Text>
        <NewItemLink />
      </Stack>
    </Alert>
  );
}
