import { rolesOfCall } from '../../../domain/people/call-permission.ts';
import { mayRun } from '../../../domain/people/permission.ts';
import type { UserRole } from '../../../domain/people/user.ts';
import { MUTATIONS } from '../../../sync/mutation/registry.ts';
import { apiClient } from './api-client.ts';
import type { FullShop } from './full-shop.ts';
import { ask, newRegistration, type TestServer } from './server.ts';
import { addStaff } from './staff.ts';

/** The kinds of callers of the API. */
export type Person = 'anonymous' | 'rubbish' | 'deactivated' | 'staff' | 'admin' | 'owner';
/** All of them; those who may delete something come last. */
export const PEOPLE: readonly Person[] = ['anonymous', 'rubbish', 'deactivated', 'staff', 'admin', 'owner'];
const ROLE: Partial<Record<Person, UserRole>> = { staff: 'staff', admin: 'admin', owner: 'admin' };

export const mutationsOf = (call: string) =>
  Object.values(MUTATIONS).filter((mutation) => `${mutation.call.method} ${mutation.call.path}` === call);

/** The result that the table of permissions demands: let through, asked to sign in, or refused. */
export function expectedOf(call: string, person: Person): 'through' | 401 | 403 {
  const roles = rolesOfCall(call);
  if (roles === 'anybody') return 'through';
  if (person === 'anonymous' || person === 'rubbish') return 401;
  if (roles === 'sender') return 'through';
  const role = ROLE[person];
  if (role === undefined) return 401;
  const isPermitted = roles
    ? (roles as readonly UserRole[]).includes(role)
    : mutationsOf(call).some(({ name }) => mayRun(role, name));
  return isPermitted ? 'through' : 403;
}

/** Signs in a caller of each kind at this shop. */
export async function peopleOf(
  server: TestServer,
  { owner, staff }: FullShop,
): Promise<Record<Person, string | undefined>> {
  const gone = await addStaff(server, owner);
  await apiClient(server, owner).delete(`/users/${gone.userId}`);
  const { phone } = newRegistration();
  await apiClient(server, owner).post('/users', {
    username: 'Ada',
    email: 'ada@example.com',
    phone,
    pin: '7302',
    role: 'admin',
  });
  const { body } = await ask(server, 'POST /api/v1/auth/login', { body: { phone, pin: '7302' } });
  const admin = (body as { data: { authToken: string } }).data.authToken;
  // A token of the right form that was never issued.
  const rubbish = 'r'.repeat(43);
  return { anonymous: undefined, rubbish, staff: staff.token, admin, owner: owner.token, deactivated: gone.token };
}
