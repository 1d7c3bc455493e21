import * as v from 'valibot';
import { businessCategoryById } from './business-category.ts';
import type { EditStamps } from './edit-stamp.ts';
import { EMAIL_CHARS_MAX } from './text/email.ts';
import type { ShopImage } from './items/item-image.ts';
import { phoneText } from './text/phone-text.ts';
import { isTimeZone } from './time.ts';
import { COUNT_MAX } from './text/whole-number.ts';

export const BUSINESS_NAME_CHARS_MAX = 100;
export const ADDRESS_CHARS_MAX = 200;

const NAME_TOO_SHORT = 'Business name must be at least 2 characters';
const ADDRESS_TOO_SHORT = 'Address must be at least 5 characters';

/** A shop, as its devices store it. Its id is the `businessId` of everything that belongs to the shop. */
export interface Business {
  id: number;
  version: number;
  name: string;
  /** Unique among businesses (R-ENT-09); the storefront is {host}/{slug}. */
  slug: string;
  /** The address of the shop's image: a URL that an API client sent, or a path on this server (C-135). */
  profileImageUrl: string | null;
  /** The last uploaded image; absent if none was ever uploaded. */
  profileImage?: ShopImage | null;
  email: string;
  /** As typed; phones are compared by `normalisePhone`. */
  phone: string;
  address: string;
  /** A country's code, or an API client's own text: shown through `countryName`. */
  country: string;
  /** ISO 4217 code. */
  currency: string;
  /** IANA zone of the registering device; days, weeks and months are the shop's (C-140). */
  timeZone: string;
  socialMediaX: string | null;
  socialMediaInstagram: string | null;
  socialMediaTiktok: string | null;
  businessCategoryId: number;
  description: string | null;
  /** The payment method that a sale starts with; null means Cash. */
  defaultPaymentMethodId: number | null;
  edits?: EditStamps;
  createdAtMs: number;
}

/**
 * Returns the uploaded image if the business shows it (R-BIZ-17); null if it shows another URL, or no image.
 */
export function uploadedImage({
  profileImage,
  profileImageUrl,
}: Pick<Business, 'profileImage' | 'profileImageUrl'>): ShopImage | null {
  return profileImage && profileImage.originalUrl === profileImageUrl ? profileImage : null;
}

/** The currency of a business whose row names none (R-ENT-08, C-037). */
export const BUSINESS_CURRENCY_DEFAULT = 'USD';

/** ISO 4217 code. */
export const businessCurrency = (business: Pick<Business, 'currency'> | undefined): string =>
  business?.currency || BUSINESS_CURRENCY_DEFAULT;

/** The name of a business (R-REG-13). */
export const businessNameSchema = v.pipe(
  v.string(NAME_TOO_SHORT),
  v.trim(),
  v.minLength(2, NAME_TOO_SHORT),
  v.maxLength(BUSINESS_NAME_CHARS_MAX, `Business name must be ${BUSINESS_NAME_CHARS_MAX} characters or less`),
);

/** The address of a business (R-REG-19). */
export const addressSchema = v.pipe(
  v.string(ADDRESS_TOO_SHORT),
  v.trim(),
  v.minLength(5, ADDRESS_TOO_SHORT),
  v.maxLength(ADDRESS_CHARS_MAX, `Address must be ${ADDRESS_CHARS_MAX} characters or less`),
);

export const BUSINESS_TEXT_CHARS_MAX = 200;
export const BUSINESS_DESCRIPTION_CHARS_MAX = 500;

const optionalText = (charsMax: number, sentence: string) =>
  v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(charsMax, sentence)));
const shortText = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(BUSINESS_TEXT_CHARS_MAX, `Use at most ${BUSINESS_TEXT_CHARS_MAX} characters`),
);
const UNKNOWN_ZONE = 'Time zone is not known';

/** An IANA zone. It decides when the shop's days begin (C-140). */
export const timeZoneSchema = v.pipe(v.string(UNKNOWN_ZONE), v.check(isTimeZone, UNKNOWN_ZONE));

/** A URL or a @handle. Shown only as a safe link (C-136). */
const socialSchema = optionalText(BUSINESS_TEXT_CHARS_MAX, `Use at most ${BUSINESS_TEXT_CHARS_MAX} characters`);

/**
 * The fields of a business that an admin may change, offline too (M34, R-BIZ-19 … R-BIZ-28). Slug and currency are
 * missing, because the server must decide them. A blank field is '' or null, as in the row.
 */
export const businessFieldsSchema = v.object({
  name: businessNameSchema,
  email: v.pipe(
    shortText,
    v.maxLength(EMAIL_CHARS_MAX),
    v.check((email) => email === '' || v.is(v.pipe(v.string(), v.email()), email), 'Please enter a valid email'),
  ),
  phone: phoneText(BUSINESS_TEXT_CHARS_MAX),
  address: v.pipe(
    shortText,
    v.check((address) => address === '' || address.length >= 5, ADDRESS_TOO_SHORT),
  ),
  country: v.pipe(
    shortText,
    v.check((country) => country === '' || country.length >= 2, 'Country must be at least 2 characters'),
  ),
  timeZone: timeZoneSchema,
  socialMediaX: socialSchema,
  socialMediaInstagram: socialSchema,
  socialMediaTiktok: socialSchema,
  businessCategoryId: v.pipe(
    v.number('Please select a business category'),
    v.safeInteger('Please select a business category'),
    v.minValue(1, 'Please select a business category'),
    v.maxValue(COUNT_MAX, 'Please select a business category'),
    v.check((id) => businessCategoryById(id) !== undefined, 'Please select a business category'),
  ),
  description: optionalText(
    BUSINESS_DESCRIPTION_CHARS_MAX,
    `Description must be ${BUSINESS_DESCRIPTION_CHARS_MAX} characters or less.`,
  ),
  profileImageUrl: v.nullable(v.pipe(shortText, v.url('Please enter a valid URL'))),
});

/** Fields of the business that an edit may carry. */
export const businessChangeSchema = v.partial(businessFieldsSchema);
