import * as v from 'valibot';
import { normalisePhone } from '../../../domain/text/phone.ts';
import type { User } from '../../../domain/people/user.ts';
import { insertUser } from '../../../server/db/queries/user.ts';
import { randomId } from '../../../server/random.ts';
import { ask, cookieOf, newRegistration, type SignedInUser, type TestServer } from './server.ts';

const loginSchema = v.object({ data: v.object({ authToken: v.string() }) });

/** Adds a user with the role staff to the shop, and signs them in. */
export async function addStaff(server: TestServer, shop: SignedInUser): Promise<SignedInUser> {
  const { phone, pin } = newRegistration();
  const user: User = {
    id: randomId(server.deps.random),
    version: 1,
    username: 'Staff Member',
    firstName: 'Staff',
    lastName: 'Member',
    phone,
    email: 'staff@example.com',
    role: 'staff',
    isBusinessOwner: false,
    isActive: true,
    createdAtMs: server.clock.nowMs(),
  };
  const pinHash = await server.deps.pins.hash(pin);
  await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
    insertUser(sql, shop.businessId, { user, phoneNormalised: normalisePhone(phone, 'UG'), pinHash }),
  );
  const signedIn = await ask(server, 'POST /api/v1/auth/login', { body: { phone, pin } });
  return {
    ...shop,
    userId: user.id,
    phone,
    pin,
    token: v.parse(loginSchema, signedIn.body).data.authToken,
    cookie: cookieOf(signedIn),
  };
}
