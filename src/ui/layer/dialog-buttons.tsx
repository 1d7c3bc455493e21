import { Button, Group } from '@mantine/core';

export interface DialogButtonsProps {
  submitLabel: string;
  onCancel: () => void;
  isBusy: boolean;
  /** True while there is nothing to save. */
  isSubmitDisabled?: boolean;
}

/** 'Cancel' and the main action under the form of a dialog. */
export function DialogButtons({ submitLabel, onCancel, isBusy, isSubmitDisabled = false }: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy} disabled={isSubmitDisabled}>
        {submitLabel}
      </Button>
    </Group>
  );
}
