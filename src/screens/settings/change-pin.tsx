import { Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import * as v from 'valibot';
import { pinChangeFormSchema } from '../../../domain/people/pin-change.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { OnlineSubmitButton } from '../../parts/form/online-submit-button.tsx';
import { failedChange } from '../../platform/failed-change.ts';
import { useServices } from '../../platform/services.tsx';
import { useOnline } from '../../state/online.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { PinField } from '../../ui/form/pin-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

const PURPOSE = 'change your PIN';
const MAY_BE_CHANGED = 'Your PIN may be changed already. If your current PIN is refused now, the new one is in use.';

/** The button and form 'Change PIN' (G12). Works only online, because a PIN is never stored in the outbox (M3). */
export function ChangePin() {
  const [isOpen, setOpen] = useState(false);
  const isOnline = useOnline((state) => state.isOnline);
  return (
    <>
      <OnlineOnlyButton
        isOnline={isOnline}
        purpose={PURPOSE}
        variant="default"
        fullWidth
        leftSection={<IconKey size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Change PIN
      </OnlineOnlyButton>
      {isOpen && <ChangePinDialog onDone={() => setOpen(false)} />}
    </>
  );
}

function ChangePinDialog({ onDone }: { onDone: () => void }) {
  const { api } = useServices();
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    isSentByEnter: true,
    initialValues: { currentPin: '', pin: '', confirmPin: '' },
    schema: pinChangeFormSchema,
    onSubmit: ({ currentPin, pin }) =>
      saving.start(async () => {
        const answer = await api.call('PUT', '/auth/pin', { body: { currentPin, pin }, data: v.unknown() });
        if (!answer.ok) {
          if (!showErrors(answer.error.fieldErrors))
            showFailure(...failedChange(answer.error, 'The PIN was not changed', MAY_BE_CHANGED));
          return;
        }
        showSuccess('PIN changed', 'Your other devices ask you to log in again.');
        onDone();
        return SPENT;
      }),
  });
  return (
    <FormDialog title="Change PIN" isDirty={form.isDirty()} isBusy={saving.isBusy} onClose={onDone}>
      {() => (
        <form {...formProps}>
          <Stack>
            <Text>On your other devices you have to log in again. What waits there is kept.</Text>
            <PinField
              label="Current PIN"
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('currentPin')}
            />
            <PinField label="New PIN" {...form.getInputProps('pin')} />
            <PinField label="Confirm PIN" {...form.getInputProps('confirmPin')} />
            <OnlineSubmitButton purpose={PURPOSE} isBusy={saving.isBusy}>
              Save PIN
            </OnlineSubmitButton>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
