import { Anchor, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { CODE_LENGTH } from '../../../domain/people/one-time-code.ts';
import { codeRequestSchema, pinByCodeFormSchema } from '../../../domain/people/pin-change.ts';
import { OnlineSubmitButton } from '../../parts/form/online-submit-button.tsx';
import { paths } from '../../parts/paths.ts';
import { PublicPage } from '../../parts/public-page.tsx';
import { useTask } from '../../parts/form/use-task.ts';
import { failedChange } from '../../platform/failed-change.ts';
import { useServices } from '../../platform/services.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { PinField } from '../../ui/form/pin-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

const PURPOSE = 'reset your PIN';
const MAY_BE_CHANGED =
  'Your PIN may be changed already. Try to log in with the new one before you ask for another code.';

/** The screen /forgot-pin (R-OTP-01 to R-OTP-03, G13): sends a code to the phone, then asks for a new PIN. */
export function ForgotPin() {
  usePageTitle('Forgot PIN');
  const [phone, setPhone] = useState('');
  const [step, setStep] = useState<'ask' | 'asked' | 'has code'>('ask');
  const goOn = (next: 'asked' | 'has code') => (typed: string) => {
    setPhone(typed);
    setStep(next);
  };
  return (
    <PublicPage title="Forgot PIN" back={paths.login}>
      {step === 'ask' ? (
        <AskForCode phone={phone} onAsked={goOn('asked')} onHasCode={goOn('has code')} />
      ) : (
        <SetNewPin phone={phone} isJustAsked={step === 'asked'} onAskAgain={() => setStep('ask')} />
      )}
    </PublicPage>
  );
}

const MAY_BE_SENT = 'A code may be on its way. If one comes, tap I have a code.';

interface AskForCodeProps {
  /** The phone that was typed before. */
  phone: string;
  onAsked: (phone: string) => void;
  /** For a person who asked before this page was opened: another code would end the one in hand. */
  onHasCode: (phone: string) => void;
}

function AskForCode({ phone: typedBefore, onAsked, onHasCode }: AskForCodeProps) {
  const { api } = useServices();
  const asking = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    isSentByEnter: true,
    initialValues: { phone: typedBefore },
    schema: codeRequestSchema,
    onSubmit: ({ phone }) =>
      asking.start(async () => {
        const answer = await api.call('POST', '/auth/forgot-pin', { body: { phone }, data: v.unknown() });
        if (!answer.ok) {
          showErrors(answer.error.fieldErrors);
          return showFailure(...failedChange(answer.error, 'The code was not sent', MAY_BE_SENT));
        }
        onAsked(phone);
        return SPENT;
      }),
  });
  const useCode = () => {
    const typed = v.safeParse(codeRequestSchema, form.getValues());
    if (typed.success) onHasCode(typed.output.phone);
    else showErrors({ phone: typed.issues[0].message });
  };
  return (
    <form {...formProps}>
      <Stack>
        <Text>
          Type the phone number that you log in with. A code of {CODE_LENGTH} digits is sent to it. Staff can also ask
          an admin of the shop for a new PIN.
        </Text>
        <TextField
          label="Phone"
          description="With its country's code, for example +256 772 123456."
          type="tel"
          autoComplete="username"
          {...form.getInputProps('phone')}
        />
        <OnlineSubmitButton purpose={PURPOSE} isBusy={asking.isBusy}>
          Send code
        </OnlineSubmitButton>
        <Anchor component="button" type="button" className="k-inline-link" onClick={useCode}>
          I have a code
        </Anchor>
      </Stack>
    </form>
  );
}

interface SetNewPinProps {
  phone: string;
  isJustAsked: boolean;
  onAskAgain: () => void;
}

function SetNewPin({ phone, isJustAsked, onAskAgain }: SetNewPinProps) {
  const { api } = useServices();
  const navigate = useNavigate();
  const saving = useOneAtATime();
  const { note, askWithTask } = useTask();
  const isUnanswered = useRef(false);
  const { form, formProps, showErrors } = useValidatedForm({
    isSentByEnter: true,
    initialValues: { code: '', pin: '', confirmPin: '' },
    schema: pinByCodeFormSchema,
    onSubmit: ({ code, pin }) =>
      saving.start(async () => {
        const answer = await askWithTask((task) =>
          api.call('POST', '/auth/reset-pin', { body: { phone, code, pin, task }, data: v.unknown() }),
        );
        if (!answer.ok) {
          const isShown = showErrors(answer.error.fieldErrors);
          // The code helps once: a try that got no answer may have used it.
          if (isUnanswered.current && 'code' in answer.error.fieldErrors)
            showFailure('PIN changed already?', MAY_BE_CHANGED);
          else if (!isShown) showFailure(...failedChange(answer.error, 'The PIN was not changed', MAY_BE_CHANGED));
          isUnanswered.current ||= answer.error.code === 'no_connection';
          return;
        }
        showSuccess('PIN changed', 'Log in with your new PIN.');
        await navigate(paths.login, { replace: true });
        return SPENT;
      }),
  });
  return (
    <form {...formProps}>
      <Stack>
        <Text role="status">
          {isJustAsked ? `If ${phone} is registered, a code is on its way to it.` : `Type the code for ${phone}.`} It
          helps once, for 10 minutes.
        </Text>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <PinField label="New PIN" {...form.getInputProps('pin')} />
        <PinField label="Confirm PIN" {...form.getInputProps('confirmPin')} />
        <OnlineSubmitButton purpose={PURPOSE} isBusy={saving.isBusy}>
          Save new PIN
        </OnlineSubmitButton>
        {note}
        <Anchor component="button" type="button" className="k-inline-link" onClick={onAskAgain}>
          Send another code
        </Anchor>
      </Stack>
    </form>
  );
}
