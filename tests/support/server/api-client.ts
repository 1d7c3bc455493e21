import { ask, type SignedInUser, type TestAnswer, type TestServer } from './server.ts';

/** A caller of the API of the documents, signed in by a token. */
export interface ApiClient {
  get(path: string): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
}

export function apiClient(server: TestServer, { token }: Pick<SignedInUser, 'token'>): ApiClient {
  const send =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      ask(server, `${method} /api/v1${path}`, { token, headers, ...(body === undefined ? {} : { body }) });
  return {
    get: (path) => send('GET')(path),
    post: send('POST'),
    patch: send('PATCH'),
    put: send('PUT'),
    delete: send('DELETE'),
  };
}

type Data = Record<string, unknown> & { id: number };

/** Returns the row in an answer. */
export const dataOf = (answer: TestAnswer): Data => (answer.body as { data: Data }).data;
export const listOf = (answer: TestAnswer): Data[] => (answer.body as { data: Data[] }).data;
export const paginationOf = (answer: TestAnswer): Record<string, number> =>
  (answer.body as { pagination: Record<string, number> }).pagination;

/** The answer that refuses an input, with the message of one field. */
export const invalid = (path: string, message: string) => ({
  error: 'Invalid input',
  message,
  details: [{ path, message }],
});
