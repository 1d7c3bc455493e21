import * as v from 'valibot';
import { businessFieldsSchema } from '../../../domain/business.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { referenceInput } from './reference.ts';
import { optionalText } from './text.ts';

const rules = businessFieldsSchema.entries;

/** A field that the row keeps as '' when it is blank. */
const text = (rule: v.GenericSchema<string, string>) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((given) => given ?? ''),
      rule,
    ),
  );

/** The details that may be changed (R-BIZ-19 … R-BIZ-28); what is not sent stays. The slug and the currency are told apart. */
export const businessInputSchema = inputObject({
  name: v.optional(rules.name),
  email: text(rules.email),
  phone: text(rules.phone),
  address: text(rules.address),
  country: text(rules.country),
  socialMediaX: v.optional(optionalText(rules.socialMediaX)),
  socialMediaInstagram: v.optional(optionalText(rules.socialMediaInstagram)),
  socialMediaTiktok: v.optional(optionalText(rules.socialMediaTiktok)),
  businessCategoryId: v.optional(v.pipe(referenceInput, rules.businessCategoryId)),
  description: v.optional(optionalText(rules.description)),
  profileImageUrl: v.optional(optionalText(rules.profileImageUrl)),
  slug: v.optional(v.unknown()),
  currency: v.optional(v.unknown()),
});
