import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message?: string;
  /** Fields of the question, such as a reason. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  isDestructive?: boolean;
  isConfirmDisabled?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an act that cannot be undone. The focus moves into the dialog, stays there, and returns on closing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, message, children, confirmLabel, cancelLabel, isBusy = false, onConfirm, onCancel } = props;
  const { isDestructive = false, isConfirmDisabled = false } = props;
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
    >
      <Stack>
        {message !== undefined && <Text>{message}</Text>}
        {children}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={onCancel}
            disabled={isBusy}
            data-autofocus={children === undefined || undefined}
          >
            {cancelLabel}
          </Button>
          <Button
            {...(isDestructive ? { color: 'red.9' } : {})}
            onClick={onConfirm}
            disabled={isConfirmDisabled}
            loading={isBusy}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
