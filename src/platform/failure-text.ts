import type { ApiError } from './api-client.ts';

/** Returns the text under a failure's own title: the server's message, or that no server answered. */
export const failureText = (error: ApiError): string | null =>
  error.code === 'no_connection' ? 'Kaunta cannot be reached. Check your connection and try again.' : error.message;
