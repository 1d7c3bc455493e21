import type { UseFormReturnType } from '@mantine/form';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { USER_ROLES } from '../../../domain/people/user-role.ts';

export interface UserFieldValues {
  username: string;
  email: string;
  phone: string;
  role: string;
}

/** The roles, 'staff' first (R-USER-16). */
const ROLE_CHOICES = USER_ROLES.toReversed().map((role) => ({ value: role, label: role }));

interface UserFieldsProps<Values extends UserFieldValues> {
  form: UseFormReturnType<Values>;
  /** Why the phone cannot be changed; null if it can. */
  phoneLock?: string | null;
  /** Why the role cannot be changed; null if it can. */
  roleLock?: string | null;
}

/** The fields that adding and editing a user share. */
export function UserFields<Values extends UserFieldValues>({
  form,
  phoneLock = null,
  roleLock = null,
}: UserFieldsProps<Values>) {
  return (
    <>
      <TextField label="Username" autoComplete="off" data-autofocus {...form.getInputProps('username')} />
      <TextField label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <TextField
        label="Phone"
        description={phoneLock ?? 'They log in with this number.'}
        disabled={phoneLock !== null}
        type="tel"
        autoComplete="off"
        {...form.getInputProps('phone')}
      />
      <SelectField
        label="Role"
        description={roleLock ?? 'An admin also sees the cost price of items, manages users, and changes the business.'}
        data={ROLE_CHOICES}
        disabled={roleLock !== null}
        {...form.getInputProps('role')}
      />
    </>
  );
}
