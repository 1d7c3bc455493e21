import { Stack } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { OnlineSubmitButton } from '../../parts/form/online-submit-button.tsx';
import * as v from 'valibot';
import { manageSentence, refusalToManage } from '../../../domain/people/manage-user.ts';
import { newUserSchema, type UserChange } from '../../../domain/people/user-input.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { tidyPhone } from '../../../domain/text/phone-text.ts';
import { unsureText } from '../../platform/failed-change.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { PinField } from '../../ui/form/pin-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { UserFields } from './user-fields.tsx';
import { useUserCalls } from './use-user-calls.ts';

const { username, email, phone, role } = newUserSchema.entries;
const editSchema = v.object({ username, email, phone, role, currentPin: v.string() });

interface EditUserProps {
  user: User;
  me: User | undefined;
}

/** The form for name, email, phone and role of a user (G39, M33). */
export function EditUserDialog({
  isOpen,
  onClose,
  ...props
}: EditUserProps & { isOpen: boolean; onClose: () => void }) {
  return isOpen && <EditUserForm {...props} onDone={onClose} />;
}

function EditUserForm({ user, me, onDone }: EditUserProps & { onDone: () => void }) {
  // What another admin changes meanwhile is not sent back as it was.
  const [seen] = useState(user);
  const calls = useUserCalls();
  const saving = useOneAtATime();
  const lockOf = (act: 'change_phone' | 'change_role'): string | null => {
    const refusal = me ? refusalToManage(me, user, act) : null;
    return refusal === null ? null : manageSentence(refusal, act);
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: {
      ...{ username: displayName(seen), email: seen.email, phone: seen.phone, role: seen.role as string },
      currentPin: '',
    },
    schema: editSchema,
    onSubmit: (input) =>
      saving.start(async () => {
        const change = changeOf(seen, input);
        const done = Object.keys(change).length === 0 ? null : await calls.edit(user, change);
        if (done !== null && !done.ok) {
          showErrors(done.error.fieldErrors);
          return showFailure('Failed to save user', unsureText(done.error, 'Save again: that does no harm.'));
        }
        showSuccess('User saved');
        onDone();
        return SPENT;
      }),
  });
  return (
    <FormDialog title="Edit User" isDirty={form.isDirty()} isBusy={saving.isBusy} onClose={onDone}>
      {() => (
        <form {...formProps}>
          <Stack>
            <UserFields form={form} phoneLock={lockOf('change_phone')} roleLock={lockOf('change_role')} />
            {me?.id === user.id && form.values.phone !== seen.phone && (
              <PinField
                label="Current PIN"
                description="Whoever has your phone number can set your PIN. So a new number needs it."
                autoComplete="current-password"
                {...form.getInputProps('currentPin')}
              />
            )}
            <OnlineSubmitButton purpose="change users" isBusy={saving.isBusy}>
              Save user
            </OnlineSubmitButton>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

const ownPin = (currentPin: string) => (currentPin === '' ? {} : { currentPin });

/** Returns only the fields that differ from what the person saw. */
function changeOf(seen: User, input: v.InferOutput<typeof editSchema>): UserChange {
  return {
    ...(input.username === displayName(seen) ? {} : { username: input.username }),
    ...(input.email === seen.email ? {} : { email: input.email }),
    // A phone that was stored before phones were made tidy is not changed by that.
    ...(input.phone === tidyPhone(seen.phone) ? {} : { phone: input.phone, ...ownPin(input.currentPin) }),
    ...(input.role === seen.role ? {} : { role: input.role }),
  };
}
