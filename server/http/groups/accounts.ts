import { Hono } from 'hono';
import { GuessGate } from '../../account/guess-gate.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { registerRoutes } from '../routes/register.ts';
import { authRoutes } from '../routes/auth.ts';
import { pinRoutes } from '../routes/pins.ts';
import { userRoutes } from '../routes/users.ts';
import { securityRoutes } from '../routes/security.ts';

/** Registers the calls for registration, sign-in, PINs, users and the security trail. */
export function accountCalls(deps: AppDeps): Hono<AppEnv> {
  const calls = new Hono<AppEnv>();
  const guesses = new GuessGate(deps, 'pin');
  calls.route('/', registerRoutes(deps));
  calls.route('/', authRoutes(deps, guesses));
  calls.route('/', pinRoutes(deps, guesses));
  calls.route('/', userRoutes(deps, guesses));
  calls.route('/', securityRoutes(deps));
  return calls;
}
