import { Button, Fieldset, Group, Stack, type ButtonProps } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Props of a number field in a line. */
export const LINE_NUMBER = { inputMode: 'decimal', autoComplete: 'off', enterKeyHint: 'done', maxLength: 20 } as const;

export interface LineProps {
  number: number;
  /** The line's fields. Each line has the same labels. */
  children: ReactNode;
  /** Shown beside the button that removes the line. */
  foot: ReactNode;
  /** Null for a line that cannot be removed. */
  onRemove: (() => void) | null;
}

/** A line of a sale or purchase form: a named group of fields. */
export function Line({ number, children, foot, onRemove }: LineProps) {
  return (
    <Fieldset legend={`Line ${number}`} className="k-line">
      <Stack gap="sm">
        {children}
        <Group justify="space-between" gap="xs" mih={44}>
          {foot}
          {onRemove !== null && (
            <Button
              variant="subtle"
              color="gray"
              px="xs"
              ml="auto"
              leftSection={<IconTrash size={20} aria-hidden />}
              aria-label={`Remove line ${number}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** The button that adds a line, up to a limit. */
export function AnotherLine({
  isFull,
  onAdd,
  ...props
}: Pick<ButtonProps, 'flex'> & { isFull: boolean; onAdd: () => void }) {
  return (
    <Button
      variant="default"
      disabled={isFull}
      leftSection={<IconPlus size={20} aria-hidden />}
      onClick={onAdd}
      {...props}
    >
      Another item
    </Button>
  );
}
