import { Modal, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { PIN_LENGTH } from '../../../domain/pin.ts';
import { newUserSchema } from '../../../domain/user-input.ts';
import { failureText } from '../../platform/failure-text.ts';
import { useOnline } from '../../state/online.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { UserFields } from './user-fields.tsx';
import { useUserCalls } from './use-user-calls.ts';

/** R-USER-15. */
const EMPTY = { username: '', email: '', phone: '', pin: '', role: 'staff' };
const REQUIRED = ['username', 'email', 'phone', 'pin'] as const;

/** 'Add User' (R-USER-02, R-USER-13 to R-USER-24); online-only, for it carries a PIN (M31). */
export function AddUserDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add User">
      <AddUserForm onDone={onClose} />
    </Modal>
  );
}

function AddUserForm({ onDone }: { onDone: () => void }) {
  const calls = useUserCalls();
  const isOnline = useOnline((state) => state.isOnline);
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY,
    schema: newUserSchema,
    onSubmit: (input) =>
      saving.start(async () => {
        const done = await calls.add(input);
        if (done.ok) {
          showSuccess('User added successfully');
          return onDone();
        }
        showErrors(done.error.fieldErrors);
        showFailure(done.error.message ?? 'Failed to add user', done.error.message ? null : failureText(done.error));
      }),
  });
  // What is not there is told once, and not field by field (R-USER-13).
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const missing = REQUIRED.filter((field) => form.getValues()[field].trim() === '');
    if (missing.length === 0) return formProps.onSubmit(event);
    event.preventDefault();
    showErrors(Object.fromEntries(missing.map((field) => [field, 'Required'])));
    showFailure('Please fill in all required fields');
  };
  return (
    <form {...formProps} onSubmit={submit}>
      <Stack>
        <UserFields form={form} />
        <PinField
          label="PIN"
          description={`${PIN_LENGTH} digits. Tell it to them; they can change it in Settings.`}
          {...form.getInputProps('pin')}
          maxLength={PIN_LENGTH}
        />
        <OnlineOnlyButton
          isOnline={isOnline}
          purpose="add users"
          type="submit"
          fullWidth
          size="lg"
          loading={saving.isBusy}
        >
          Add user
        </OnlineOnlyButton>
      </Stack>
    </form>
  );
}
