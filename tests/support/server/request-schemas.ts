import type * as v from 'valibot';
import { isOtherMedia } from '../../../server/http/openapi/described-call.ts';
import { DESCRIBED_CALLS } from '../../../server/http/openapi/openapi-document.ts';
import { cookieSchema } from '../../../server/mutate/cookie.ts';
import { MUTATIONS } from '../../../sync/mutation/registry.ts';

/**
 * Every schema that parses outside input: of each API call, of each mutation in a push, and of the cookie that a pull
 * sends back.
 */
export const REQUEST_SCHEMAS: readonly (readonly [name: string, schema: v.GenericSchema])[] = [
  ...Object.entries(DESCRIBED_CALLS).flatMap(([call, { body, form, query }]) => [
    ...(body !== undefined && !isOtherMedia(body) ? [[call, body] as const] : []),
    ...(form ? [[`${call} as a form`, form] as const] : []),
    ...(query ? [[`${call} in its query`, query] as const] : []),
  ]),
  ...Object.values(MUTATIONS).map(({ name, schema }) => [name, schema as v.GenericSchema] as const),
  ['the cookie of a pull', cookieSchema],
];
