/** One day (R-API-06). */
const MAX_AGE_SECONDS = 86_400;

const NAME = 'kaunta_user';

/**
 * Notes the user's id in a cookie for a day (R-API-06). It is only a hint: no code trusts it, so it may expire while
 * the device is offline (C-010).
 */
export function writeUserCookie(document: Document, userId: number): void {
  document.cookie = `${NAME}=${userId}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax`;
}

export function clearUserCookie(document: Document): void {
  document.cookie = `${NAME}=; Max-Age=0; Path=/; SameSite=Lax`;
}
