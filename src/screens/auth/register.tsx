import { Anchor, Fieldset, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { COUNTRIES } from '../../../domain/country-list.ts';
import { countryOf } from '../../../domain/country.ts';
import { CURRENCIES, DEFAULT_REGISTRATION_CURRENCY } from '../../../domain/currency.ts';
import { isTimeZone } from '../../../domain/time.ts';
import { registrationFormSchema, registrationOfForm } from '../../../domain/user.ts';
import { LeaveGuard } from '../../app/leave-guard.tsx';
import { paths } from '../../app/paths.ts';
import { PublicPage } from '../../app/public-page.tsx';
import { useServices } from '../../platform/services.tsx';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useOnline } from '../../state/online.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { useBusinessCategories } from './use-business-categories.ts';

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

// A select holds text; the category's id is a number everywhere else.
const registerFieldsSchema = v.pipe(
  v.custom<RegisterFields>((input) => typeof input === 'object' && input !== null),
  v.transform((fields) => ({ ...fields, businessCategoryId: Number(fields.businessCategoryId) })),
  registrationFormSchema,
);

/** R-REG-01 to R-REG-31. */
export function Register() {
  usePageTitle('Register');
  const { api } = useServices();
  const navigate = useNavigate();
  const categories = useBusinessCategories();
  const isOnline = useOnline((state) => state.isOnline);
  const [isBusy, setBusy] = useState(false);
  const [hasChosenCurrency, setChosenCurrency] = useState(false);

  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY_FORM,
    schema: registerFieldsSchema,
    onSubmit: async (input) => {
      setBusy(true);
      const body = { ...registrationOfForm(input), ...deviceZone(), isBusinessOwner: true };
      const answer = await api.call('POST', '/auth/register', { body, data: v.unknown() });
      setBusy(false);
      if (answer.ok) {
        showSuccess('Registration successful! You can now log in.');
        markFormSaved();
        void navigate(paths.login, { state: { phone: body.phone } });
        return;
      }
      showErrors(answer.error.fieldErrors);
      showFailure('Error', answer.error.message ?? 'Registration failed');
    },
  });

  return (
    <PublicPage title="Register">
      <LeaveGuard isDirty={form.isDirty()} />
      <form {...formProps}>
        <Stack gap="xl">
          <Fieldset variant="unstyled" legend="Your shop" className="k-form-part">
            <Stack>
              <TextInput label="Business name" autoComplete="organization" {...form.getInputProps('businessName')} />
              <NativeSelect
                label="Business category"
                data={[
                  { value: '', label: 'Choose a category' },
                  ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                {...form.getInputProps('businessCategoryId')}
              />
              <NativeSelect
                label="Country"
                autoComplete="country"
                data={COUNTRY_CHOICES}
                {...form.getInputProps('country')}
                onChange={(event) => {
                  form.setFieldValue('country', event.currentTarget.value);
                  const proposed = countryOf(event.currentTarget.value)?.currency;
                  if (proposed !== undefined && !hasChosenCurrency) form.setFieldValue('currency', proposed);
                }}
              />
              <NativeSelect
                label="Currency"
                data={CURRENCY_CHOICES}
                {...form.getInputProps('currency')}
                onChange={(event) => {
                  setChosenCurrency(true);
                  form.setFieldValue('currency', event.currentTarget.value);
                }}
              />
              <TextInput label="Address" autoComplete="street-address" {...form.getInputProps('address')} />
            </Stack>
          </Fieldset>
          <Fieldset variant="unstyled" legend="You" className="k-form-part">
            <Stack>
              <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
              <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
              <TextInput label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
              <TextInput
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
          <OnlineOnlyButton
            isOnline={isOnline}
            purpose="create your account"
            type="submit"
            fullWidth
            size="lg"
            loading={isBusy}
          >
            Register
          </OnlineOnlyButton>
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

/** The shop's days are counted in this device's zone (C-140). */
function deviceZone(): { timeZone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? { timeZone } : {};
}
