import { Anchor, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import * as v from 'valibot';
import type { Result } from '../../../domain/result.ts';
import { loginSchema } from '../../../domain/people/user.ts';
import { OnlineSubmitButton } from '../../parts/form/online-submit-button.tsx';
import { paths } from '../../parts/paths.ts';
import { PublicPage } from '../../parts/public-page.tsx';
import { keepSession, whenLoggedOut } from '../../parts/session-lifecycle.ts';
import { useTask } from '../../parts/form/use-task.ts';
import type { ApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure-text.ts';
import { useServices, type Services } from '../../platform/services.tsx';
import { currentUserSchema } from '../../../sync/store/session-record.ts';
import { storageFailureOf } from '../../../sync/store/database/storage-failure.ts';
import { closeFailures, showFailure } from '../../state/toasts.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { PinField } from '../../ui/form/pin-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

/** The login screen (R-LOGIN-01 to R-LOGIN-12). */
export function Login() {
  usePageTitle('Login');
  const services = useServices();
  const phone = phoneOf(useLocation().state);
  const entering = useOneAtATime();
  const { note, askWithTask } = useTask();
  const { form, formProps, showErrors } = useValidatedForm({
    isSentByEnter: true,
    initialValues: { phone, pin: '' },
    schema: loginSchema,
    onSubmit: (input) =>
      entering.start(async () => {
        try {
          const error = await login(services, () =>
            askWithTask((task) => {
              const body = { ...input, task };
              // Sent without the id of the user who was signed in before: this may be another user.
              return services.api.call('POST', '/auth/login', { body, data: v.unknown(), isAnyone: true });
            }),
          );
          if (error === null) {
            // The guard redirects home (R-LOGIN-07).
            closeFailures();
            return SPENT;
          }
          showErrors(error.fieldErrors);
          return showFailure(error.error ?? 'Login Failed', descriptionOf(error));
        } catch (error) {
          return showFailure('Login Failed', storageFailureOf(error)?.message ?? String(error));
        }
      }),
  });

  return (
    <PublicPage title="Login">
      <form {...formProps}>
        <Stack>
          <TextField label="Phone" type="tel" autoComplete="username" {...form.getInputProps('phone')} />
          <PinField label="PIN" autoComplete="current-password" {...form.getInputProps('pin')} />
          <OnlineSubmitButton purpose="log in" isBusy={entering.isBusy}>
            Login
          </OnlineSubmitButton>
          {note}
        </Stack>
      </form>
      <Text ta="center">
        <Anchor component={Link} to={paths.forgotPin} className="k-inline-link">
          Forgot PIN?
        </Anchor>
      </Text>
      <Text ta="center">
        No account yet?{' '}
        <Anchor component={Link} to={paths.register} className="k-inline-link">
          Register
        </Anchor>
      </Text>
    </PublicPage>
  );
}

/** Returns the phone number that a person has just typed to register; blank if none. */
const phoneOf = (state: unknown): string => (v.is(v.object({ phone: v.string() }), state) ? state.phone : '');

/**
 * Signs in, reads the user (R-LOGIN-06) and stores the session. Resolves to the server's error, or to null. Rejects if
 * this device cannot store the session.
 */
async function login(services: Services, ask: () => Promise<Result<unknown, ApiError>>): Promise<ApiError | null> {
  await whenLoggedOut();
  const answer = await ask();
  if (!answer.ok) return answer.error;
  const current = await services.api.call('GET', '/auth/me', { data: currentUserSchema, isAnyone: true });
  if (!current.ok) return current.error;
  await keepSession(services, { ...current.value.data, signedInAtMs: Date.now() });
  return null;
}

/**
 * Returns the text of a failed login (R-LOGIN-12). Without an answer from the server it does not blame the credentials.
 */
const descriptionOf = (error: ApiError): string =>
  failureText(error) ?? error.details ?? 'Please check your credentials and try again.';
