import * as v from 'valibot';
import { countSchema } from '../../../domain/text/whole-number.ts';
import { businessFieldsSchema } from '../../../domain/business.ts';
import { currencySchema } from '../../../domain/currency.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { imageKeySchema } from '../../../domain/items/item-image.ts';
import { slugSchema } from '../../../domain/text/slug.ts';
import { referenceInput } from './reference.ts';
import { takes } from './takes.ts';
import { optionalText } from './text.ts';

const rules = businessFieldsSchema.entries;

/** Returns the schema of an optional field; the row stores a blank one as ''. */
const text = (rule: v.GenericSchema<string, string>) =>
  v.optional(
    v.pipe(
      v.unknown(),
      takes(v.nullable(rule)),
      v.transform((given) => given ?? ''),
      rule,
    ),
  );

/**
 * The details that may be changed (R-BIZ-19 … R-BIZ-28). Fields that are not sent stay as they are. The slug and the
 * currency have calls of their own.
 */
export const businessInputSchema = inputObject({
  name: v.optional(rules.name),
  email: text(rules.email),
  phone: text(rules.phone),
  address: text(rules.address),
  country: text(rules.country),
  timeZone: v.optional(rules.timeZone),
  socialMediaX: v.optional(optionalText(rules.socialMediaX)),
  socialMediaInstagram: v.optional(optionalText(rules.socialMediaInstagram)),
  socialMediaTiktok: v.optional(optionalText(rules.socialMediaTiktok)),
  businessCategoryId: v.optional(v.pipe(referenceInput, rules.businessCategoryId)),
  description: v.optional(optionalText(rules.description)),
  profileImageUrl: v.optional(optionalText(rules.profileImageUrl)),
  slug: v.optional(v.pipe(v.unknown(), takes(v.nullable(v.union([v.literal(''), slugSchema]))))),
  currency: v.optional(v.pipe(v.unknown(), takes(v.nullable(v.union([v.literal(''), currencySchema]))))),
});

/** The key of the image that the business shows; null for no image. */
export const businessImageInputSchema = inputObject({ key: v.nullable(imageKeySchema) });

/** A new slug. A blank one keeps the present slug (C-134). */
export const slugChangeSchema = inputObject({
  slug: v.union([v.pipe(v.nullish(v.pipe(v.string(), v.trim()), ''), v.literal('')), slugSchema]),
});

export const currencyChangeSchema = inputObject({
  currency: currencySchema,
  /** The calling device and the mid of its newest mutation; absent for a caller without a queue. */
  device: v.optional(
    v.nullable(
      v.object({
        clientId: v.pipe(v.string(), v.maxLength(60)),
        lastMid: countSchema,
      }),
    ),
    null,
  ),
});
