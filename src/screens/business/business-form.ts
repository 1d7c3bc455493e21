import * as v from 'valibot';
import { type Business, businessFieldsSchema } from '../../../domain/business.ts';
import { countryOf } from '../../../domain/country.ts';
import { currencySchema } from '../../../domain/currency.ts';
import { slugSchema } from '../../../domain/text/slug.ts';
import { editOf } from '../../parts/form/edit-of.ts';

/** The form's values: texts, blank for null. */
export interface BusinessFormValues {
  name: string;
  slug: string;
  description: string;
  email: string;
  phone: string;
  address: string;
  country: string;
  currency: string;
  timeZone: string;
  businessCategoryId: string;
  socialMediaX: string;
  socialMediaInstagram: string;
  socialMediaTiktok: string;
  [field: string]: string;
}

export const businessFormValuesOf = (business: Business): BusinessFormValues => ({
  name: business.name,
  slug: business.slug,
  description: business.description ?? '',
  email: business.email,
  phone: business.phone,
  address: business.address,
  // The select needs a country's code. A text from an API client that names no country is kept.
  country: countryOf(business.country)?.code ?? business.country,
  currency: business.currency,
  timeZone: business.timeZone,
  businessCategoryId: String(business.businessCategoryId),
  socialMediaX: business.socialMediaX ?? '',
  socialMediaInstagram: business.socialMediaInstagram ?? '',
  socialMediaTiktok: business.socialMediaTiktok ?? '',
});

const { profileImageUrl: _imageIsNoText, ...rules } = businessFieldsSchema.entries;

/** Returns a rule for a field whose blank text is null in the row. */
const blankable = (rule: v.GenericSchema<string | null, string | null>) =>
  v.pipe(
    v.string(),
    v.transform((text) => (text.trim() === '' ? null : text)),
    rule,
  );

/** The schema of the form (R-BIZ-19 to R-BIZ-28). A blank slug keeps the old one (R-BIZ-22, C-134). */
export const businessFormSchema = v.object({
  ...rules,
  description: blankable(rules.description),
  socialMediaX: blankable(rules.socialMediaX),
  socialMediaInstagram: blankable(rules.socialMediaInstagram),
  socialMediaTiktok: blankable(rules.socialMediaTiktok),
  businessCategoryId: v.pipe(v.string(), v.transform(Number), rules.businessCategoryId),
  slug: v.union([v.pipe(v.string(), v.trim(), v.literal('')), slugSchema]),
  currency: currencySchema,
});

export type BusinessInput = v.InferOutput<typeof businessFormSchema>;

// The cast is safe: these are the object's own keys.
const FIELDS = Object.keys(rules) as (keyof typeof rules)[];

/**
 * Returns the fields that a person changed, and the values that they saw of these and of the fields that merge with them.
 * Only these are sent (M34, C-137).
 */
export function businessEditOf(
  seen: Business,
  before: BusinessFormValues,
  typed: BusinessFormValues,
  input: BusinessInput,
) {
  const fields = FIELDS.filter((field) => typed[field].trim() !== before[field].trim());
  return editOf('business', seen, Object.fromEntries(fields.map((field) => [field, input[field]])));
}
