import { getCookie, setCookie } from 'hono/cookie';
import { type Account, KnownDevice } from '../../account/known-device.ts';
import type { SignInCaller } from '../../account/sign-in.ts';
import { clientAddress, networksOf } from './client-address.ts';
import type { AppContext, AppDeps } from '../context.ts';
import { isSecureCookie } from '../middleware/session.ts';

const DEVICE_COOKIE = 'kaunta_device';
/** The longest that browsers keep a cookie; every sign-in begins it anew. */
const KEPT_DAYS = 400;

/** From where somebody tries a PIN or a code, and with what. */
export const callerOf = (c: AppContext, deps: AppDeps, task?: SignInCaller['task']): SignInCaller => ({
  networks: networksOf(clientAddress(c, deps.settings)),
  device: new KnownDevice(deps.pepper, deps.random, getCookie(c, DEVICE_COOKIE)),
  task,
});

/** The device is known to this account from now on. Only the calls that let somebody in read the cookie. */
export function rememberDevice(c: AppContext, { settings }: AppDeps, device: KnownDevice, account: Account): void {
  setCookie(c, DEVICE_COOKIE, device.cookieWith(account), {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api',
    secure: isSecureCookie(c, settings),
    maxAge: KEPT_DAYS * 86_400,
  });
}
