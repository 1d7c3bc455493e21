import { Stack } from '@mantine/core';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { OnlineSubmitButton } from '../../parts/form/online-submit-button.tsx';
import type { FormEvent } from 'react';
import { PIN_LENGTH } from '../../../domain/people/pin.ts';
import { newUserSchema } from '../../../domain/people/user-input.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { PinField } from '../../ui/form/pin-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { UserFields } from './user-fields.tsx';
import { useUserCalls } from './use-user-calls.ts';

/** A new user is staff unless the admin chooses otherwise (R-USER-15). */
const EMPTY = { username: '', email: '', phone: '', pin: '', role: 'staff' };
const REQUIRED = ['username', 'email', 'phone', 'pin'] as const;

/** For a call without an answer, which may have been made all the same (R-PIN-12). */
const MAY_BE_ADDED = 'No answer came, so they may be added all the same. Look in the list before you try again.';

/** The form 'Add User' (R-USER-02, R-USER-13 to R-USER-24). It works only online, because it sends a PIN (M31). */
export function AddUserDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return isOpen && <AddUserForm onDone={onClose} />;
}

function AddUserForm({ onDone }: { onDone: () => void }) {
  const calls = useUserCalls();
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY,
    schema: newUserSchema,
    onSubmit: (input) =>
      saving.start(async () => {
        const done = await calls.add(input);
        if (!done.ok) {
          const { code, message, fieldErrors } = done.error;
          showErrors(fieldErrors);
          return showFailure(
            message ?? 'Failed to add user',
            message ? null : code === 'no_connection' ? MAY_BE_ADDED : null,
          );
        }
        showSuccess('User added successfully');
        onDone();
        return SPENT;
      }),
  });
  // Missing fields get one message together, not one each (R-USER-13).
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const missing = REQUIRED.filter((field) => form.getValues()[field].trim() === '');
    if (missing.length === 0) return formProps.onSubmit(event);
    event.preventDefault();
    showErrors(Object.fromEntries(missing.map((field) => [field, 'Required'])));
    showFailure('Please fill in all required fields');
  };
  return (
    <FormDialog title="Add User" isDirty={form.isDirty()} isBusy={saving.isBusy} onClose={onDone}>
      {() => (
        <form {...formProps} onSubmit={submit}>
          <Stack>
            <UserFields form={form} />
            <PinField
              label="PIN"
              description={`${PIN_LENGTH} digits. Tell it to them; they can change it in Settings.`}
              {...form.getInputProps('pin')}
              maxLength={PIN_LENGTH}
            />
            <OnlineSubmitButton purpose="add users" isBusy={saving.isBusy}>
              Add user
            </OnlineSubmitButton>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
