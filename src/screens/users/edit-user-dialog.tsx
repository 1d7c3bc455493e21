import { Modal, Stack } from '@mantine/core';
import * as v from 'valibot';
import { manageSentence, refusalToManage } from '../../../domain/manage-user.ts';
import { newUserSchema, type UserChange } from '../../../domain/user-input.ts';
import { displayName, type User } from '../../../domain/user.ts';
import { failureText } from '../../platform/failure-text.ts';
import { useOnline } from '../../state/online.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { UserFields } from './user-fields.tsx';
import { useUserCalls } from './use-user-calls.ts';

const { username, email, phone, role } = newUserSchema.entries;
const editSchema = v.object({ username, email, phone, role });

interface EditUserProps {
  user: User;
  me: User | undefined;
}

/** Name, email, phone and role of a user (G39, M33). */
export function EditUserDialog({
  isOpen,
  onClose,
  ...props
}: EditUserProps & { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Edit User">
      <EditUserForm {...props} onDone={onClose} />
    </Modal>
  );
}

function EditUserForm({ user, me, onDone }: EditUserProps & { onDone: () => void }) {
  const calls = useUserCalls();
  const isOnline = useOnline((state) => state.isOnline);
  const saving = useOneAtATime();
  const lockOf = (act: 'change_phone' | 'change_role'): string | null => {
    const refusal = me ? refusalToManage(me, user, act) : null;
    return refusal === null ? null : manageSentence(refusal, act);
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: { username: displayName(user), email: user.email, phone: user.phone, role: user.role as string },
    schema: editSchema,
    onSubmit: (input) =>
      saving.start(async () => {
        const change = changeOf(user, input);
        const done = Object.keys(change).length === 0 ? null : await calls.edit(user, change);
        if (done === null || done.ok) {
          showSuccess('User saved');
          return onDone();
        }
        showErrors(done.error.fieldErrors);
        showFailure('Failed to save user', failureText(done.error));
      }),
  });
  return (
    <form {...formProps}>
      <Stack>
        <UserFields form={form} phoneLock={lockOf('change_phone')} roleLock={lockOf('change_role')} />
        <OnlineOnlyButton
          isOnline={isOnline}
          purpose="change users"
          type="submit"
          fullWidth
          size="lg"
          loading={saving.isBusy}
        >
          Save user
        </OnlineOnlyButton>
      </Stack>
    </form>
  );
}

/** Only what differs from what the person saw. */
function changeOf(user: User, input: v.InferOutput<typeof editSchema>): UserChange {
  return {
    ...(input.username === displayName(user) ? {} : { username: input.username }),
    ...(input.email === user.email ? {} : { email: input.email }),
    ...(input.phone === user.phone ? {} : { phone: input.phone }),
    ...(input.role === user.role ? {} : { role: input.role }),
  };
}
