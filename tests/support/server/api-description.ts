import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { openApiDocument } from '../../../server/http/openapi/openapi-document.ts';

type Json = Record<string, unknown>;

const contentSchema = v.record(v.string(), v.object({ schema: v.optional(v.record(v.string(), v.unknown())) }));
const responseSchema = v.object({ $ref: v.optional(v.string()), content: v.optional(contentSchema) });
const operationSchema = v.object({
  operationId: v.string(),
  parameters: v.array(v.object({ name: v.string(), in: v.picklist(['path', 'query', 'header']) })),
  requestBody: v.optional(v.object({ required: v.boolean(), content: contentSchema })),
  responses: v.record(v.string(), responseSchema),
});
const documentSchema = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({ schemas: v.record(v.string(), v.unknown()), responses: v.record(v.string(), responseSchema) }),
});
type OperationObject = v.InferOutput<typeof operationSchema>;

export interface Operation extends OperationObject {
  /** 'GET /items/{id}'. */
  name: string;
  method: string;
  path: string;
  /** True if the call is not below /api/v1. */
  isOutside: boolean;
}

/** An OpenAPI document, with checks of requests and of answers against it, down to each field. */
export class ApiDescription {
  readonly operations: readonly Operation[];
  readonly #document: v.InferOutput<typeof documentSchema>;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: object) {
    this.#document = v.parse(documentSchema, closed(document));
    this.#ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: false, schemas: [this.#schemas()] });
    this.#ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));
    for (const loose of ['date', 'email', 'uri', 'binary']) this.#ajv.addFormat(loose, true);
    this.operations = Object.entries(this.#document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([key]) => key !== 'servers')
        .map(([method, operation]): Operation => {
          const name = `${method.toUpperCase()} ${path}`;
          return {
            ...v.parse(operationSchema, operation),
            name,
            method: method.toUpperCase(),
            path,
            isOutside: 'servers' in item,
          };
        }),
    );
  }

  /** Returns the operation of a method and a path without query; undefined if there is none. */
  operationOf(method: string, address: string): Operation | undefined {
    const [path = ''] = address.split('?');
    const below = /^\/api(?:\/v1)?(\/.*)$/.exec(path)?.[1] ?? '';
    return this.operations
      .filter((operation) => operation.method === method)
      .filter((operation) => pattern(operation.path).test(operation.isOutside ? path : below))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  }

  /** Returns what is wrong with a JSON body to be sent; null if it is valid. */
  faultOfBody(operation: Operation, body: unknown): string | null {
    const { schema } = operation.requestBody?.content['application/json'] ?? {};
    if (schema === undefined) return body === undefined ? null : 'No body is described';
    if (body === undefined) return operation.requestBody?.required === true ? 'A body is required' : null;
    return this.#fault(schema, body);
  }

  /** Returns what is wrong with an answer; null if it is valid. */
  faultOfAnswer(operation: Operation, status: number, headers: Headers, body: unknown): string | null {
    const named = operation.responses[status] ?? (status >= 400 ? operation.responses['default'] : undefined);
    if (named === undefined) return `Status ${status} is not described`;
    const reference = named.$ref?.split('/').at(-1);
    const response = reference === undefined ? named : this.#document.components.responses[reference];
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const media = response?.content?.[type];
    if (media === undefined) return `The media type '${type}' is not described for status ${status}`;
    return media.schema === undefined ? null : this.#fault(media.schema, body);
  }

  #fault(schema: Json, value: unknown): string | null {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(referring(schema) as Json);
    this.#validators.set(schema, validate);
    if (validate(value)) return null;
    return this.#ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  /** All named schemas in one schema, to which others refer. */
  #schemas(): Json {
    return { $id: 'named', $defs: referring(this.#document.components.schemas) };
  }
}

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const referring = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'named#/$defs/'));

/** Returns the document with answers that allow no undescribed field. */
function closed(document: object): object {
  const copy = structuredClone(document) as Json & { paths: Record<string, Json>; components: Json };
  close(copy.components);
  for (const item of Object.values(copy.paths))
    for (const operation of Object.values(item)) if (isObject(operation)) close(operation['responses']);
  return copy;
}

function close(node: unknown): void {
  if (Array.isArray(node)) for (const each of node) close(each);
  if (!isObject(node)) return;
  if (node['type'] === 'object' && 'properties' in node) node['additionalProperties'] ??= false;
  for (const each of Object.values(node)) close(each);
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

let ours: ApiDescription | undefined;

/** Returns the server's own OpenAPI document. */
export const ourApi = (): ApiDescription => (ours ??= new ApiDescription(openApiDocument('0.0.0-test')));
