import { Modal, Stack, Text } from '@mantine/core';
import { pinResetFormSchema } from '../../../domain/pin-change.ts';
import { displayName, type User } from '../../../domain/user.ts';
import { failureText } from '../../platform/failure-text.ts';
import { useOnline } from '../../state/online.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { useUserCalls } from './use-user-calls.ts';

/** A new PIN for somebody who forgot theirs, or whose PIN others know (G13, G39). */
export function ResetPinDialog({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Reset PIN">
      <ResetPinForm user={user} onDone={onClose} />
    </Modal>
  );
}

function ResetPinForm({ user, onDone }: { user: User; onDone: () => void }) {
  const calls = useUserCalls();
  const isOnline = useOnline((state) => state.isOnline);
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: { pin: '', confirmPin: '' },
    schema: pinResetFormSchema,
    onSubmit: ({ pin }) =>
      saving.start(async () => {
        const done = await calls.resetPin(user, pin);
        if (done.ok) {
          showSuccess('PIN reset', `${displayName(user)} logs in with the new PIN.`);
          return onDone();
        }
        if (!showErrors(done.error.fieldErrors)) showFailure('Failed to reset PIN', failureText(done.error));
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
        <OnlineOnlyButton
          isOnline={isOnline}
          purpose="reset a PIN"
          type="submit"
          fullWidth
          size="lg"
          loading={saving.isBusy}
        >
          Save PIN
        </OnlineOnlyButton>
      </Stack>
    </form>
  );
}
