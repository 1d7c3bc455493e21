import { Alert, Fieldset, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { BUSINESS_CATEGORIES } from '../../../domain/business-category.ts';
import { BUSINESS_DESCRIPTION_CHARS_MAX } from '../../../domain/business.ts';
import { COUNTRIES } from '../../../domain/country-list.ts';
import { CURRENCIES } from '../../../domain/currency.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { offlineText } from '../../ui/online-only.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { zoneName } from '../../ui/zone-name.ts';
import type { BusinessFormValues } from './business-form.ts';

interface BusinessFormFieldsProps {
  form: UseFormReturnType<BusinessFormValues>;
  seen: BusinessFormValues;
  isOnline: boolean;
  /** True if changes wait on this device: then the currency cannot be changed yet (M34). */
  hasWaiting: boolean;
}

/** Returns the time zones that this browser knows. */
const zoneChoices = () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zoneName(zone) }));

const withOwn = (choices: { value: string; label: string }[], own: string) =>
  choices.some(({ value }) => value === own)
    ? choices
    : [{ value: own, label: own === '' ? 'Not set' : own }, ...choices];

/** All fields of the business (C-136). Slug and currency need the server, and say so when offline. */
export function BusinessFormFields({ form, seen, isOnline, hasWaiting }: BusinessFormFieldsProps) {
  return (
    <>
      <Fieldset variant="unstyled" legend="Your shop" className="k-form-part">
        <Stack>
          <TextField label="Business name" autoComplete="organization" {...form.getInputProps('name')} />
          <SelectField
            label="Business category"
            data={withOwn(
              BUSINESS_CATEGORIES.map(({ id, name }) => ({ value: String(id), label: name })),
              seen.businessCategoryId,
            )}
            {...form.getInputProps('businessCategoryId')}
          />
          <TextArea
            label="Description"
            description={`At most ${BUSINESS_DESCRIPTION_CHARS_MAX} characters.`}
            {...form.getInputProps('description')}
          />
          <TextField label="Address" autoComplete="street-address" {...form.getInputProps('address')} />
          <SelectField
            label="Country"
            autoComplete="country"
            data={withOwn(
              COUNTRIES.map(({ code, name }) => ({ value: code, label: name })),
              seen.country,
            )}
            {...form.getInputProps('country')}
          />
          <SelectField
            label="Time zone"
            description="Your shop's days begin at midnight there."
            data={withOwn(zoneChoices(), seen.timeZone)}
            {...form.getInputProps('timeZone')}
          />
          {form.getValues().timeZone !== seen.timeZone && (
            <Alert color="yellow" role="alert" title="Past days are counted anew">
              Nothing that was recorded changes, but what was sold near midnight may move to the day before or after.
            </Alert>
          )}
        </Stack>
      </Fieldset>
      <Fieldset variant="unstyled" legend="Contact" className="k-form-part">
        <Stack>
          <TextField label="Phone" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
          <TextField label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
          <TextField label="X" description="A @name or an address." {...form.getInputProps('socialMediaX')} />
          <TextField
            label="Instagram"
            description="A @name or an address."
            {...form.getInputProps('socialMediaInstagram')}
          />
          <TextField label="TikTok" description="A @name or an address." {...form.getInputProps('socialMediaTiktok')} />
        </Stack>
      </Fieldset>
      <OnlineFields form={form} seen={seen} isOnline={isOnline} hasWaiting={hasWaiting} />
    </>
  );
}

function OnlineFields({ form, seen, isOnline, hasWaiting }: BusinessFormFieldsProps) {
  const reasonId = useId();
  const { slug, currency } = form.getValues();
  return (
    <Fieldset variant="unstyled" legend="Link and currency" className="k-form-part">
      <Stack>
        <Text id={reasonId} aria-live="polite" hidden={isOnline}>
          {isOnline ? '' : offlineText('change the link or the currency')}
        </Text>
        <TextField
          label="Slug"
          description={`The end of your shop's link: ${window.location.host}/${slug.trim() || seen.slug}. Empty keeps the one you have.`}
          autoCapitalize="none"
          autoComplete="off"
          // A changed slug stays editable offline: whoever restores it can save the other fields (M34).
          disabled={!isOnline && slug === seen.slug}
          {...form.getInputProps('slug')}
        />
        {slug.trim() !== '' && slug !== seen.slug && (
          <Alert color="yellow">The old link stops working, and another shop may take it. Tell your customers.</Alert>
        )}
        <SelectField
          label="Currency"
          description={
            isOnline && hasWaiting
              ? 'Changes wait on this device. Send them first, then change the currency.'
              : undefined
          }
          data={withOwn(
            CURRENCIES.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
            seen.currency,
          )}
          disabled={(!isOnline || hasWaiting) && currency === seen.currency}
          {...form.getInputProps('currency')}
        />
        {currency !== seen.currency && (
          <Alert color="yellow" role="alert" title="Existing amounts will not be converted">
            Prices and past sales keep the numbers they have. Only what is recorded from now on is in {currency}.
          </Alert>
        )}
      </Stack>
    </Fieldset>
  );
}
