import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { loginSchema, type LoginInput } from '../../../domain/user.ts';
import { paths } from '../../app/paths.ts';
import { PublicPage } from '../../app/public-page.tsx';
import { keepSession, whenLoggedOut } from '../../app/session-lifecycle.ts';
import type { ApiError } from '../../platform/api.ts';
import { useServices, type Services } from '../../platform/services.tsx';
import { currentUserSchema } from '../../../sync/store/session-record.ts';
import { storageFailureOf } from '../../../sync/store/storage-failure.ts';
import { useOnline } from '../../state/online.ts';
import { closeFailures, showFailure } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { PinField } from '../../ui/pin-field.tsx';

/** R-LOGIN-01 to R-LOGIN-12. */
export function Login() {
  usePageTitle('Login');
  const services = useServices();
  const phone = phoneOf(useLocation().state);
  const isOnline = useOnline((state) => state.isOnline);
  const [isBusy, setBusy] = useState(false);
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: { phone, pin: '' },
    schema: loginSchema,
    onSubmit: async (input) => {
      setBusy(true);
      try {
        const error = await login(services, input);
        // On success the guard leads home (R-LOGIN-07).
        if (error === null) return closeFailures();
        showErrors(error.fieldErrors);
        showFailure(error.error ?? 'Login Failed', descriptionOf(error));
      } catch (error) {
        showFailure('Login Failed', storageFailureOf(error)?.message ?? String(error));
      } finally {
        setBusy(false);
      }
    },
  });

  return (
    <PublicPage title="Login">
      <form {...formProps}>
        <Stack>
          <TextInput label="Phone" type="tel" autoComplete="username" maxLength={30} {...form.getInputProps('phone')} />
          <PinField label="PIN" autoComplete="current-password" {...form.getInputProps('pin')} />
          <OnlineOnlyButton isOnline={isOnline} purpose="log in" type="submit" fullWidth size="lg" loading={isBusy}>
            Login
          </OnlineOnlyButton>
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

/** Whoever comes from their registration has typed it already. */
const phoneOf = (state: unknown): string => (v.is(v.object({ phone: v.string() }), state) ? state.phone : '');

/**
 * Signs in, asks who that is (R-LOGIN-06) and keeps it; answers what the server said was wrong, or null. Rejects where
 * this device cannot keep it.
 */
async function login(services: Services, input: LoginInput): Promise<ApiError | null> {
  await whenLoggedOut();
  // Not in the name of whoever was signed in here and has to do so again: it may be somebody else.
  const answer = await services.api.call('POST', '/auth/login', { body: input, data: v.unknown(), isAnyone: true });
  if (!answer.ok) return answer.error;
  const current = await services.api.call('GET', '/auth/me', { data: currentUserSchema, isAnyone: true });
  if (!current.ok) return current.error;
  await keepSession(services, { ...current.value.data, signedInAtMs: Date.now() });
  return null;
}

/** R-LOGIN-12; but where nobody answered, the credentials are not what to check. */
function descriptionOf(error: ApiError): string {
  if (error.code === 'no_connection') return 'Kaunta cannot be reached. Check your connection and try again.';
  return error.message ?? error.details ?? 'Please check your credentials and try again.';
}
