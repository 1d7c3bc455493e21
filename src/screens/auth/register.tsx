import { Anchor, Fieldset, Stack, Text } from '@mantine/core';
import { type ChangeEvent, useCallback, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { COUNTRIES } from '../../../domain/country-list.ts';
import { countryOf } from '../../../domain/country.ts';
import { CURRENCIES, DEFAULT_REGISTRATION_CURRENCY } from '../../../domain/currency.ts';
import { isTimeZone } from '../../../domain/time.ts';
import { registrationFormSchema, registrationOfForm } from '../../../domain/people/registration.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { OnlineSubmitButton } from '../../parts/form/online-submit-button.tsx';
import { paths } from '../../parts/paths.ts';
import { PublicPage } from '../../parts/public-page.tsx';
import { useTask } from '../../parts/form/use-task.ts';
import type { ApiError } from '../../platform/api-client.ts';
import { useServices } from '../../platform/services.tsx';
import { markFormSaved } from '../../state/dirty-form.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { PinField } from '../../ui/form/pin-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { useBusinessCategories } from './use-business-categories.ts';
import { usePhoneProof } from './use-phone-proof.tsx';

const EMPTY_FORM = {
  businessName: '',
  businessCategoryId: '',
  country: '',
  currency: DEFAULT_REGISTRATION_CURRENCY,
  address: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  pin: '',
  confirmPin: '',
};

type RegisterFields = typeof EMPTY_FORM;

const COUNTRY_CHOICES = [
  { value: '', label: 'Choose a country' },
  ...COUNTRIES.map(({ code, name }) => ({ value: code, label: name })),
];
const CURRENCY_CHOICES = CURRENCIES.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));

// A select's values are texts, but the category's id is a number.
const registerFieldsSchema = v.pipe(
  v.custom<RegisterFields>((input) => typeof input === 'object' && input !== null),
  v.transform((fields) => ({ ...fields, businessCategoryId: Number(fields.businessCategoryId) })),
  registrationFormSchema,
);

/** The registration screen (R-REG-01 to R-REG-31). */
export function Register() {
  usePageTitle('Register');
  const { api } = useServices();
  const navigate = useNavigate();
  const categories = useBusinessCategories();
  const registering = useOneAtATime();
  const { note, askWithTask } = useTask();
  const proof = usePhoneProof();
  // The phone of a try without an answer.
  const unanswered = useRef<string | null>(null);

  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY_FORM,
    schema: registerFieldsSchema,
    onSubmit: (input) =>
      registering.start(async () => {
        const body = {
          ...registrationOfForm(input),
          ...deviceZone(),
          ...proof.sent,
          isBusinessOwner: true,
        };
        const answer = await askWithTask((task) =>
          api.call('POST', '/auth/register', { body: { ...body, task }, data: v.unknown() }),
        );
        if (answer.ok) {
          showSuccess('Registration successful! You can now log in.');
          markFormSaved();
          void navigate(paths.login, { state: { phone: body.phone } });
          return SPENT;
        }
        if (proof.isJustAsked(answer.error)) return undefined;
        showErrors(answer.error.fieldErrors);
        const failure = failureOf(answer.error, unanswered.current === body.phone);
        if (answer.error.code === 'no_connection') unanswered.current = body.phone;
        return showFailure(...failure);
      }),
  });

  const { chooseCountry, chooseCurrency } = useCurrencyOfCountry(form.setFieldValue);

  return (
    <PublicPage title="Register">
      <LeaveGuard isDirty={form.isDirty()} />
      <form {...formProps} className="k-form-grid">
        <Stack gap="xl">
          <Fieldset variant="unstyled" legend="Your shop" className="k-form-part">
            <Stack>
              <TextField label="Business name" autoComplete="organization" {...form.getInputProps('businessName')} />
              <SelectField
                label="Business category"
                data={[
                  { value: '', label: 'Choose a category' },
                  ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                {...form.getInputProps('businessCategoryId')}
              />
              <SelectField
                label="Country"
                autoComplete="country"
                data={COUNTRY_CHOICES}
                {...form.getInputProps('country')}
                onChange={chooseCountry}
              />
              <SelectField
                label="Currency"
                data={CURRENCY_CHOICES}
                {...form.getInputProps('currency')}
                onChange={chooseCurrency}
              />
              <TextField label="Address" autoComplete="street-address" {...form.getInputProps('address')} />
            </Stack>
          </Fieldset>
          <Fieldset variant="unstyled" legend="You" className="k-form-part">
            <Stack>
              <TextField label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
              <TextField label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
              <TextField label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
              <TextField
                label="Phone"
                description="You log in with this number."
                type="tel"
                autoComplete="username"
                {...form.getInputProps('phone')}
              />
              <PinField label="PIN" description="4 digits. You log in with them." {...form.getInputProps('pin')} />
              <PinField label="Confirm PIN" {...form.getInputProps('confirmPin')} />
            </Stack>
          </Fieldset>
          {proof.field}
          <OnlineSubmitButton purpose="create your account" isBusy={registering.isBusy}>
            Register
          </OnlineSubmitButton>
          {note}
        </Stack>
      </form>
      <Text ta="center">
        Already registered?{' '}
        <Anchor component={Link} to={paths.login} className="k-inline-link">
          Login
        </Anchor>
      </Text>
    </PublicPage>
  );
}

/** Proposes the currency of the chosen country until the person has chosen one. */
function useCurrencyOfCountry(setFieldValue: (field: 'country' | 'currency', value: string) => void) {
  const [hasChosenCurrency, setChosenCurrency] = useState(false);
  const chooseCountry = useCallback(
    ({ currentTarget: { value } }: ChangeEvent<HTMLSelectElement>) => {
      setFieldValue('country', value);
      const proposed = countryOf(value)?.currency;
      if (proposed !== undefined && !hasChosenCurrency) setFieldValue('currency', proposed);
    },
    [setFieldValue, hasChosenCurrency],
  );
  const chooseCurrency = useCallback(
    ({ currentTarget: { value } }: ChangeEvent<HTMLSelectElement>) => {
      setChosenCurrency(true);
      setFieldValue('currency', value);
    },
    [setFieldValue],
  );
  return { chooseCountry, chooseCurrency };
}

/**
 * Returns title and text for a failed registration (R-REG-31). Without an answer the shop may be registered all the same;
 * the next try may then find the phone taken, or its code used, by that one (R-REG-42).
 */
function failureOf(error: ApiError, isAfterUnanswered: boolean): [title: string, text: string] {
  if (error.code === 'no_connection')
    return [
      'No answer came',
      'Your shop may be registered all the same. Register again, or log in with this phone and your PIN.',
    ];
  if (isAfterUnanswered && ('phone' in error.fieldErrors || 'code' in error.fieldErrors))
    return ['Registered already?', 'Your first try may have arrived. Log in with this phone and your PIN.'];
  return ['Error', error.message ?? 'Registration failed'];
}

/** Returns this device's time zone, which becomes the shop's (C-140). */
function deviceZone(): { timeZone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? { timeZone } : {};
}
