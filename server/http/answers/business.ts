import * as v from 'valibot';
import { type Business, businessCurrency } from '../../../domain/business.ts';
import { idSchema } from '../../../domain/id.ts';
import { isoTime } from '../answer.ts';
import { idOrNull, textOrNull, timeField } from './field.ts';

export const businessAnswerSchema = v.object({
  id: idSchema,
  name: v.string(),
  slug: v.string(),
  profileImageUrl: textOrNull,
  email: v.string(),
  phone: v.string(),
  address: v.string(),
  country: v.string(),
  currency: v.string(),
  timeZone: v.string(),
  socialMediaX: textOrNull,
  socialMediaInstagram: textOrNull,
  socialMediaTiktok: textOrNull,
  businessCategoryId: idSchema,
  description: textOrNull,
  defaultPaymentMethodId: idOrNull,
  createdAt: timeField,
});

/** Returns the business as its signed-in users may see it. `origin` is this server's origin for the caller (C-135). */
export function businessAnswer(business: Business, origin: string): v.InferOutput<typeof businessAnswerSchema> {
  const { version: _version, edits: _edits, profileImage: _image, profileImageUrl, createdAtMs, ...fields } = business;
  return {
    ...fields,
    currency: businessCurrency(business),
    profileImageUrl: absoluteUrl(profileImageUrl, origin),
    createdAt: isoTime(createdAtMs),
  };
}

/** Adds the origin to the path of an image on this server. Rows store the path alone: a server may change its name. */
export const absoluteUrl = (url: string | null, origin: string): string | null =>
  url?.startsWith('/') ? origin + url : url;
