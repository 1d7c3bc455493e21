import { Button, Group } from '@mantine/core';
import { ActionBar } from '../../ui/action-bar.tsx';

export interface ItemFormActionsProps {
  submitLabel: string;
  onCancel: () => void;
  isBusy: boolean;
}

/** 'Cancel' and the main action of an item's form, above the bottom navigation. */
export function ItemFormActions({ submitLabel, onCancel, isBusy }: ItemFormActionsProps) {
  return (
    <ActionBar>
      <Group grow wrap="nowrap">
        <Button variant="default" size="lg" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="lg" px="xs" loading={isBusy}>
          {submitLabel}
        </Button>
      </Group>
    </ActionBar>
  );
}
