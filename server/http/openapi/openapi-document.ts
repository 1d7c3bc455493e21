import * as v from 'valibot';
import { rolesOfCall } from '../../../domain/people/call-permission.ts';
import { idSchema } from '../../../domain/id.ts';
import { imageKeySchema } from '../../../domain/items/item-image.ts';
import { slugSchema } from '../../../domain/text/slug.ts';
import { USER_ROLES } from '../../../domain/people/user-role.ts';
import { mayRun } from '../../../domain/people/permission.ts';
import { businessAnswerSchema } from '../answers/business.ts';
import { conflictAnswerSchema } from '../answers/conflict.ts';
import { customerAnswerSchema } from '../answers/customer.ts';
import { itemAnswerSchema } from '../answers/item.ts';
import { orderAnswerSchema } from '../answers/order.ts';
import { paymentMethodAnswerSchema } from '../answers/payment-method.ts';
import { purchaseAnswerSchema } from '../answers/purchase.ts';
import { refusalAnswerSchema } from '../answers/refusal.ts';
import { saleAnswerSchema, saleDetailsAnswerSchema } from '../answers/sale.ts';
import { stockMovementAnswerSchema } from '../answers/stock-movement.ts';
import { supplierAnswerSchema } from '../answers/supplier.ts';
import { userAnswerSchema } from '../answers/user.ts';
import { mutationsOfCall } from '../request/call-name.ts';
import { termSchema } from '../inputs/list-query.ts';
import { SESSION_COOKIE } from '../middleware/session.ts';
import { GOODS_CALLS } from './calls/goods.ts';
import { MACHINE_CALLS, OUTSIDE_CALLS } from './calls/machine.ts';
import { PEOPLE_CALLS } from './calls/people.ts';
import { TRADE_CALLS } from './calls/trade.ts';
import { type DescribedCall, isOtherMedia, type OtherMedia } from './described-call.ts';
import { answerJsonSchema, inputJsonSchema, namedJsonSchemas } from './json-schema.ts';

/** Every call of `/api/v1`, by its name 'METHOD /path/{id}'. */
export const DESCRIBED_CALLS: Readonly<Record<string, DescribedCall>> = {
  ...PEOPLE_CALLS,
  ...GOODS_CALLS,
  ...TRADE_CALLS,
  ...MACHINE_CALLS,
};

const NAMED = {
  Refusal: refusalAnswerSchema,
  User: userAnswerSchema,
  Business: businessAnswerSchema,
  Item: itemAnswerSchema,
  StockMovement: stockMovementAnswerSchema,
  Supplier: supplierAnswerSchema,
  Purchase: purchaseAnswerSchema,
  Customer: customerAnswerSchema,
  Sale: saleAnswerSchema,
  SaleDetails: saleDetailsAnswerSchema,
  Order: orderAnswerSchema,
  PaymentMethod: paymentMethodAnswerSchema,
  Conflict: conflictAnswerSchema,
};

/** Path parameters by name. */
const ADDRESS_PARTS: Readonly<Record<string, v.GenericSchema>> = {
  id: idSchema,
  sessionId: idSchema,
  businessId: idSchema,
  slug: slugSchema,
  businessCategoryId: idSchema,
  itemCategoryId: idSchema,
  key: imageKeySchema,
  term: termSchema.entries.term,
  file: v.string(),
};

/** Returns the description of the API in OpenAPI 3.1, made of the schemas that the routes use themselves. */
export function openApiDocument(version: string): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kaunta',
      version,
      description:
        'The counter of a small shop. Amounts and quantities are text with two decimals in answers, and text or numbers in requests. A list answers a page: 50 rows where no limit is given, 200 at most; pagination says how many there are. Ids of another business answer as ids that do not exist.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }, { cookie: [] }],
    paths: { ...pathsOf(DESCRIBED_CALLS), ...pathsOf(OUTSIDE_CALLS, { servers: [{ url: '/' }] }) },
    components: {
      schemas: namedJsonSchemas(NAMED),
      responses: {
        Refusal: {
          description: 'What was asked is refused, and nothing of it happened.',
          content: json(answerJsonSchema(refusalAnswerSchema, NAMED)),
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The authToken of a sign-in.' },
        cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      },
    },
  };
}

function pathsOf(calls: Readonly<Record<string, DescribedCall>>, shared: object = {}): Record<string, object> {
  const paths: Record<string, object> = {};
  for (const [name, call] of Object.entries(calls)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...shared, ...paths[path], [method.toLowerCase()]: operationOf(name, call) };
  }
  return paths;
}

function operationOf(name: string, call: DescribedCall): object {
  const [method = '', path = ''] = name.split(' ');
  const isMutation = mutationsOfCall(name) !== undefined;
  const status = call.status ?? (isMutation && method === 'POST' ? 201 : 200);
  const body = bodyOf(call);
  return {
    operationId: operationIdOf(method, path),
    summary: call.summary,
    tags: [path.split('/')[1]],
    ...(isPublic(name) ? { security: [] } : {}),
    parameters: [
      ...addressParameters(path),
      ...queryParameters(call),
      ...(isMutation || call.takesKey ? [IDEMPOTENCY_KEY] : []),
      ...(isPublic(name) ? [] : [USER_ID]),
    ],
    ...(body === undefined ? {} : { requestBody: { required: call.isBodyOptional !== true, content: body } }),
    responses: {
      [status]: { description: call.summary, content: contentOf(call.answer) },
      ...Object.fromEntries(refusalsOf(name, call, isMutation).map((each) => [each, REFUSAL])),
      default: REFUSAL,
      ...Object.fromEntries(
        Object.entries(call.refusedWith ?? {}).map(([each, refusal]) => [
          each,
          { description: 'Not now', content: contentOf(refusal) },
        ]),
      ),
    },
  };
}

const REFUSAL = { $ref: '#/components/responses/Refusal' };

const isPublic = (name: string): boolean =>
  rolesOfCall(name) === 'anybody' || (rolesOfCall(name) === undefined && mutationsOfCall(name) === undefined);

/** Returns the statuses of refusals that follow from the call's name and input. */
function refusalsOf(name: string, call: DescribedCall, isMutation: boolean): number[] {
  const roles = rolesOfCall(name);
  const isForAll = Array.isArray(roles)
    ? roles.length === USER_ROLES.length
    : USER_ROLES.every((role) => mutationsOfCall(name)?.every((mutation) => mayRun(role, mutation)) ?? true);
  return [
    ...(call.body ? [400, 413] : []),
    ...(isPublic(name) ? [] : [401]),
    ...(isForAll ? [] : [403]),
    ...(name.includes('{') ? [404] : []),
    ...(isMutation ? [409] : []),
    ...(call.body || call.query ? [422] : []),
  ];
}

/** Returns the operation id: `getItemsByIdStock` for 'GET /items/{id}/stock'. */
const operationIdOf = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const addressParameters = (path: string): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: inputJsonSchema(ADDRESS_PARTS[name] ?? v.string()),
  }));

const queryParameters = ({ query }: DescribedCall): object[] =>
  Object.entries(query?.entries ?? {}).map(([name, entry]) => {
    const schema = inputJsonSchema(entry);
    const isOptional = ['optional', 'nullable'].includes(entry.type);
    // An object in a query is sent as JSON text.
    return {
      name,
      in: 'query',
      required: !isOptional,
      ...(schema.type === 'object' ? { content: json(schema) } : { schema }),
    };
  });

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The caller’s own name for this request: sent again, it is answered as it was and nothing happens twice.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};
const USER_ID = {
  name: 'X-User-ID',
  in: 'header',
  description: 'Whose session the caller believes it to be; another one is refused.',
  schema: inputJsonSchema(idSchema),
};

const json = (schema: object): object => ({ 'application/json': { schema } });

function bodyOf({ body, form }: DescribedCall): object | undefined {
  if (body === undefined) return undefined;
  if (isOtherMedia(body)) return mediaOf(body);
  return { ...json(inputJsonSchema(body)), ...(form ? { 'multipart/form-data': { schema: formSchema(form) } } : {}) };
}

const contentOf = (answer: v.GenericSchema | OtherMedia): object =>
  isOtherMedia(answer) ? mediaOf(answer) : json(answerJsonSchema(answer, NAMED));

const mediaOf = ({ mediaTypes, schema }: OtherMedia): object =>
  Object.fromEntries(mediaTypes.map((type) => [type, schema === undefined ? {} : { schema }]));

/**
 * Returns the schema of a form: the JSON call's fields, the files, and the list of images that stay (C-094,
 * R-IEDIT-15).
 */
function formSchema(form: v.GenericSchema): object {
  const fields = inputJsonSchema(form);
  const images = { type: 'array', items: { type: 'string', format: 'binary' } };
  return { ...fields, properties: { ...fields.properties, images, existingImages: { type: 'string' } } };
}
