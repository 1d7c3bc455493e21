import type * as v from 'valibot';
import { isOtherMedia } from '../../server/http/openapi/described-call.ts';
import { DESCRIBED_CALLS } from '../../server/http/openapi/openapi-document.ts';
import { MUTATIONS } from '../../sync/mutation/registry.ts';

/** Every schema by which something from outside is read: of each call, and of each mutation that a push carries. */
export const REQUEST_SCHEMAS: readonly (readonly [name: string, schema: v.GenericSchema])[] = [
  ...Object.entries(DESCRIBED_CALLS).flatMap(([call, { body, form, query }]) => [
    ...(body !== undefined && !isOtherMedia(body) ? [[call, body] as const] : []),
    ...(form ? [[`${call} as a form`, form] as const] : []),
    ...(query ? [[`${call} in its query`, query] as const] : []),
  ]),
  ...Object.values(MUTATIONS).map(({ name, schema }) => [name, schema as v.GenericSchema] as const),
];
