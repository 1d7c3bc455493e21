import { Popover, Text } from '@mantine/core';
import type { ReactElement } from 'react';

export interface NotificationsProps {
  isOpen: boolean;
  onClose: () => void;
  /** The button that opens them. */
  target: ReactElement;
}

/** Orders arrive with the storefront; until then there is nothing to announce. */
export function Notifications({ isOpen, onClose, target }: NotificationsProps) {
  return (
    <Popover opened={isOpen} onDismiss={onClose} position="bottom-end" width={280} shadow="md" trapFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label="Notifications" tabIndex={-1}>
        <Text fw={600}>No notifications yet</Text>
        <Text c="dimmed">You'll see new order alerts here</Text>
      </Popover.Dropdown>
    </Popover>
  );
}
