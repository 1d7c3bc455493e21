import { getCookie, setCookie } from 'hono/cookie';
import { type Account, KnownDevice } from '../../account/known-device.ts';
import type { SignInCaller } from '../../account/sign-in.ts';
import { clientAddress, networksOf } from './client-address.ts';
import type { AppContext, AppDeps } from '../context.ts';
import { isSecureCookie } from '../middleware/session.ts';

const DEVICE_COOKIE = 'kaunta_device';
/** The longest time that browsers store a cookie. Every sign-in sets the cookie again. */
const KEPT_DAYS = 400;

/** Returns the networks, the device and the solved task of a request that tries a PIN or a code. */
export const callerOf = (c: AppContext, deps: AppDeps, task?: SignInCaller['task']): SignInCaller => ({
  networks: networksOf(clientAddress(c, deps.settings)),
  device: new KnownDevice(deps.pepper, deps.random, getCookie(c, DEVICE_COOKIE)),
  task,
});

/** Marks the device as known to this user, by a cookie. Only the calls that sign in read the cookie. */
export function rememberDevice(c: AppContext, { settings }: AppDeps, device: KnownDevice, account: Account): void {
  setCookie(c, DEVICE_COOKIE, device.cookieWith(account), {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api',
    secure: isSecureCookie(c, settings),
    maxAge: KEPT_DAYS * 86_400,
  });
}
