import { ApiDescription, type Operation } from './api-description.ts';

export interface CallInput {
  path?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
}

/** A client made from the server's OpenAPI document alone: one function for each operation id. */
export type OpenApiClient = Readonly<Record<string, (input?: CallInput) => Promise<unknown>>>;

/**
 * Creates a client from an OpenAPI document. It sends only what the document describes, accepts only answers that it
 * describes, and throws refusals.
 * @param send sends a request; the path is relative to the document's server, the rest is as for `fetch`
 */
export function clientOf(
  document: object,
  send: (path: string, request: RequestInit) => Promise<Response>,
): OpenApiClient {
  const api = new ApiDescription(document);
  return Object.fromEntries(
    api.operations.map((operation) => [operation.operationId, (input = {}) => callOf(api, operation, input, send)]),
  );
}

async function callOf(
  api: ApiDescription,
  operation: Operation,
  { path = {}, query = {}, body }: CallInput,
  send: (path: string, request: RequestInit) => Promise<Response>,
): Promise<unknown> {
  for (const [place, given] of [
    ['path', path],
    ['query', query],
  ] as const)
    for (const name of Object.keys(given))
      if (!operation.parameters.some((each) => each.in === place && each.name === name))
        throw new Error(`${operation.operationId} has no parameter ${name}`);
  const fault = api.faultOfBody(operation, body);
  if (fault !== null) throw new Error(`${operation.operationId} does not take this: ${fault}`);
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const response = await send(text === '' ? address : `${address}?${text}`, {
    method: operation.method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer: unknown = await response.json();
  const wrong = api.faultOfAnswer(operation, response.status, response.headers, answer);
  if (wrong !== null) throw new Error(`${operation.operationId} was answered otherwise than described: ${wrong}`);
  if (!response.ok) throw new Error(`${operation.operationId} was refused with ${response.status}`);
  return answer;
}
