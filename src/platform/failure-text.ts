import type { ApiError } from './api-client.ts';

/** Under a failure's own title: what the server said, or that nobody answered. */
export const failureText = (error: ApiError): string | null =>
  error.code === 'no_connection' ? 'Kaunta cannot be reached. Check your connection and try again.' : error.message;
