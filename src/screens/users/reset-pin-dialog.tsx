import { Modal, Stack, Text } from '@mantine/core';
import { pinResetFormSchema } from '../../../domain/people/pin-change.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { OnlineSubmitButton } from '../../parts/form/online-submit-button.tsx';
import { failedChange } from '../../platform/failed-change.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { PinField } from '../../ui/form/pin-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { useUserCalls } from './use-user-calls.ts';

/** Sets a new PIN for a user who forgot theirs, or whose PIN others know (G13, G39). */
export function ResetPinDialog({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Reset PIN">
      <ResetPinForm user={user} onDone={onClose} />
    </Modal>
  );
}

function ResetPinForm({ user, onDone }: { user: User; onDone: () => void }) {
  const calls = useUserCalls();
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    isSentByEnter: true,
    initialValues: { pin: '', confirmPin: '' },
    schema: pinResetFormSchema,
    onSubmit: ({ pin }) =>
      saving.start(async () => {
        const done = await calls.resetPin(user, pin);
        if (!done.ok) {
          if (!showErrors(done.error.fieldErrors))
            showFailure(...failedChange(done.error, 'Failed to reset PIN', 'Save it again: it may be set already.'));
          return;
        }
        showSuccess('PIN reset', `${displayName(user)} logs in with the new PIN.`);
        onDone();
        return SPENT;
      }),
  });
  return (
    <form {...formProps}>
      <Stack>
        <Text className="k-breakable">
          A new PIN for {displayName(user)}. Every device of theirs asks to log in again; what waits there is kept.
        </Text>
        <PinField label="PIN" data-autofocus {...form.getInputProps('pin')} />
        <PinField label="Confirm PIN" {...form.getInputProps('confirmPin')} />
        <OnlineSubmitButton purpose="reset a PIN" isBusy={saving.isBusy}>
          Save PIN
        </OnlineSubmitButton>
      </Stack>
    </form>
  );
}
