import { type ManageRefusal, refusalToManage, type UserAct } from '../../domain/people/manage-user.ts';
import type { PermittedCall } from '../../domain/people/call-permission.ts';
import { normalisePhone } from '../../domain/text/phone.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { NewUserInput, UserChange } from '../../domain/people/user-input.ts';
import type { User } from '../../domain/people/user.ts';
import type { SecurityEventKind } from '../../domain/people/security-event.ts';
import { isUniqueViolation } from '../db/database.ts';
import { readBusiness } from '../db/queries/business.ts';
import { forgetCode } from '../db/queries/one-time-code.ts';
import { writeRows } from '../db/queries/row.ts';
import { revokeSession, revokeSessionsOf } from '../db/queries/session.ts';
import { insertUser, readUser, writePhone, writePinHash } from '../db/queries/user.ts';
import { rowIdOf } from '../../sync/protocol/act.ts';
import type { PinHasher } from '../pin-hash.ts';
import { newAct } from '../random.ts';
import {
  type AccountCaller,
  type AccountChange,
  type AccountPorts,
  type CallerRefusal,
  changeAccountAs,
  type RecordedChange,
} from './change-account.ts';
import { type CallingDevice, checkOwnPin, type OwnPinPorts } from './check-own-pin.ts';
import { dismiss } from './deactivate-user.ts';
import type { GateRefusal } from './guess-gate.ts';

// An admin's changes to the shop's users (G11, G39). All are online-only and take effect at once.

export type UserRefusal =
  | CallerRefusal
  | 'not_found'
  | 'phone_taken'
  /** A new phone of one's own without one's PIN, or with a wrong one. */
  | 'own_pin_missing'
  | 'own_pin_wrong'
  | GateRefusal
  /** No admin may do this to this user (C-013), or this admin may not. */
  | { code: ManageRefusal; act: UserAct };

type Managed<T = User> = Promise<Result<T, UserRefusal>>;

/** Adds a user, who signs in with the phone and the PIN that the admin chose. The user is never an owner (C-012). */
export async function addUser(
  ports: AccountPorts & { pins: PinHasher },
  caller: AccountCaller,
  input: NewUserInput,
): Managed {
  const pinHash = await ports.pins.hash(input.pin); // Slow, so not under the lock.
  return await refusingTakenPhone(() =>
    changeAccountAs<User, UserRefusal>(ports, caller, 'POST /users', async (change) => {
      const { sql, businessId, version, nowMs } = change;
      const id = rowIdOf(newAct(ports.random), 0);
      const { username, email, phone, role } = input;
      const names = { username, firstName: '', lastName: '' };
      const user: User = {
        ...{ id, version, ...names, phone, email, role },
        ...{ isBusinessOwner: false, isActive: true, createdAtMs: nowMs },
      };
      await insertUser(sql, businessId, { user, pinHash, phoneNormalised: await normalised(change, phone) });
      await change.record({ kind: 'user_added', userId: id, detail: { role } });
      return ok(user);
    }),
  );
}

/**
 * Changes a user's role or details. A new role gives the device another projection at its next pull (SYN-13). A new
 * phone of the caller's own needs their PIN, because a code for another PIN goes to that phone (decision 22).
 */
export async function editUser(
  ports: AccountPorts & OwnPinPorts,
  caller: AccountCaller,
  userId: number,
  { currentPin, ...asked }: UserChange,
  device: CallingDevice,
): Managed {
  if (userId === caller.userId && (await isNewPhone(ports, caller, asked))) {
    if (currentPin === undefined) return refuse('own_pin_missing');
    const checked = await checkOwnPin(ports, caller, currentPin, device);
    if (!checked.ok) return refuse(checked.error === 'wrong' ? 'own_pin_wrong' : checked.error);
  }
  return await changeUser(ports, caller, userId, asked);
}

async function isNewPhone(
  { database }: Pick<AccountPorts, 'database'>,
  { businessId, userId }: AccountCaller,
  { phone }: UserFieldsChange,
): Promise<boolean> {
  if (phone === undefined) return false;
  const user = await database.transaction({ businessId, readOnly: true }, (sql) => readUser(sql, businessId, userId));
  return user?.phone !== phone;
}

type UserFieldsChange = Omit<UserChange, 'currentPin'>;

const changeUser = (ports: AccountPorts, caller: AccountCaller, userId: number, asked: UserFieldsChange): Managed =>
  refusingTakenPhone(() =>
    managed(
      ports,
      caller,
      userId,
      'PATCH /users/{id}',
      (user) => editActs(user, asked),
      async (change, user) => {
        const { sql, businessId, version, nowMs } = change;
        const edited: User = { ...user, ...renamed(user, asked), version, updatedAtMs: nowMs };
        if (asked.phone !== undefined && user.isActive)
          await writePhone(sql, businessId, userId, await normalised(change, asked.phone));
        // A one-time code that was sent to the old phone must not work any more.
        if (edited.phone !== user.phone) await forgetCode(sql, businessId, userId);
        await writeRows(sql, businessId, 'user', version, [edited]);
        return edited;
      },
    ),
  );

function editActs(user: User, { role = user.role, phone = user.phone, ...details }: UserFieldsChange): UserAct[] {
  return [
    ...(role === user.role ? [] : ['change_role' as const]),
    ...(phone === user.phone ? [] : ['change_phone' as const]),
    ...(Object.keys(details).length > 0 ? ['edit' as const] : []),
  ];
}

/** Clears first and last name if the username changes, because those would be shown instead of it (C-004). */
function renamed(user: User, asked: UserFieldsChange): Partial<User> {
  const change = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  return asked.username === undefined || asked.username === user.username
    ? change
    : { ...change, firstName: '', lastName: '' };
}

/** Deactivates the user, whom the screens call deleted (C-014, M32). */
export const removeUser = (ports: AccountPorts, caller: AccountCaller, userId: number): Managed =>
  managed(ports, caller, userId, 'DELETE /users/{id}', () => ['remove'], dismiss);

/** Reactivates a dismissed user, unless another user has the phone meanwhile (G11). */
export const reactivateUser = (ports: AccountPorts, caller: AccountCaller, userId: number): Managed =>
  refusingTakenPhone(() =>
    managed(
      ports,
      caller,
      userId,
      'POST /users/{id}/reactivate',
      () => ['reactivate'],
      async (change, user) => {
        if (user.isActive) return user;
        const { sql, businessId, version, nowMs } = change;
        const back: User = { ...user, isActive: true, version, updatedAtMs: nowMs };
        await writePhone(sql, businessId, userId, await normalised(change, user.phone));
        await writeRows(sql, businessId, 'user', version, [back]);
        return back;
      },
    ),
  );

/** Sets a user's PIN. Sessions that were opened with the old PIN end. */
export async function resetPin(
  ports: AccountPorts & { pins: PinHasher },
  caller: AccountCaller,
  userId: number,
  pin: string,
): Managed {
  const pinHash = await ports.pins.hash(pin);
  return await managed(
    ports,
    caller,
    userId,
    'PUT /users/{id}/pin',
    () => ['reset_pin'],
    async (change, user) => {
      const { sql, businessId, nowMs } = change;
      await writePinHash(sql, businessId, userId, pinHash);
      await forgetCode(sql, businessId, userId);
      change.endStreams(await revokeSessionsOf(sql, businessId, userId, { nowMs, exceptId: null }));
      return user;
    },
  );
}

/**
 * Ends one session ('Sign out this device'). Unsent changes stay on the device until the next sign-in there (SYN-8).
 */
export const signOutDevice = (ports: AccountPorts, caller: AccountCaller, userId: number, sessionId: number): Managed =>
  managed(
    ports,
    caller,
    userId,
    'DELETE /users/{id}/sessions/{sessionId}',
    () => ['see_sessions'],
    async (change, user) => {
      const { sql, businessId, nowMs } = change;
      if (!(await revokeSession(sql, businessId, { id: sessionId, userId, nowMs }))) return null;
      change.endStreams([sessionId]);
      return user;
    },
  );

function managed(
  ports: AccountPorts,
  caller: AccountCaller,
  userId: number,
  call: PermittedCall,
  acts: (user: User) => readonly UserAct[],
  /** Returns the user; null if the part of the user to change does not exist, such as a session. */
  work: (change: AccountChange, user: User) => Promise<User | null>,
): Managed {
  return changeAccountAs<User, UserRefusal>(ports, caller, call, async (change, actor) => {
    const user = await readUser(change.sql, change.businessId, userId);
    if (user === undefined) return refuse('not_found');
    for (const act of acts(user)) {
      const refusal = refusalToManage(actor, user, act);
      if (refusal) return refuse({ code: refusal, act });
    }
    const done = await work(change, user);
    if (done === null) return refuse('not_found');
    for (const act of acts(user)) await recordAct(change, act, user, done);
    return ok(done);
  });
}

const EVENT_OF_ACT: Partial<Record<UserAct, SecurityEventKind>> = {
  remove: 'user_removed',
  reactivate: 'user_reactivated',
  reset_pin: 'pin_reset',
  change_role: 'role_changed',
  change_phone: 'phone_changed',
  see_sessions: 'device_signed_out',
};

async function recordAct(change: RecordedChange, act: UserAct, before: User, after: User): Promise<void> {
  const kind = EVENT_OF_ACT[act];
  const isNothingNew = (act === 'remove' || act === 'reactivate') && before.isActive === after.isActive;
  if (kind === undefined || isNothingNew) return;
  const detail = act === 'change_role' ? { from: before.role, to: after.role } : {};
  await change.record({ kind, userId: after.id, detail });
}

/** Normalises a phone. A number without a calling code belongs to the shop's country (C-005). */
async function normalised({ sql, businessId }: AccountChange, phone: string): Promise<string> {
  const business = await readBusiness(sql, businessId);
  return normalisePhone(phone, business?.country ?? '');
}

/** Maps a violation of the unique index to 'phone_taken'. The index decides, so simultaneous calls are safe. */
async function refusingTakenPhone<T>(act: () => Promise<Result<T, UserRefusal>>): Promise<Result<T, UserRefusal>> {
  try {
    return await act();
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_phone')) return refuse('phone_taken');
    throw error;
  }
}
