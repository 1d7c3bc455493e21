import { useMemo } from 'react';
import * as v from 'valibot';
import type { NewUserInput, UserChange } from '../../../domain/people/user-input.ts';
import type { User } from '../../../domain/people/user.ts';
import type { Result } from '../../../domain/result.ts';
import { type Api, type ApiError, type Method } from '../../platform/api-client.ts';
import { useServices } from '../../platform/services.tsx';
import { useReplica } from '../../state/replica.tsx';

type Done = Promise<Result<unknown, ApiError>>;

/** An admin's actions on users. They need the server. The change comes to this device with the next pull. */
export interface UserCalls {
  add: (input: NewUserInput) => Done;
  edit: (user: User, change: UserChange) => Done;
  remove: (user: User) => Done;
  reactivate: (user: User) => Done;
  resetPin: (user: User, pin: string) => Done;
  signOut: (user: User, sessionId: number) => Done;
}

export function useUserCalls(): UserCalls {
  const { api } = useServices();
  const { wake } = useReplica();
  return useMemo(() => userCalls(api, wake), [api, wake]);
}

function userCalls(api: Api, wake: () => void): UserCalls {
  const call = async (method: Method, path: string, body?: unknown): Done => {
    const answer = await api.call(method, path, { data: v.unknown(), ...(body === undefined ? {} : { body }) });
    if (answer.ok) wake();
    return answer;
  };
  return {
    add: (input) => call('POST', '/users', input),
    edit: (user, change) => call('PATCH', `/users/${user.id}`, change),
    remove: (user) => call('DELETE', `/users/${user.id}`),
    reactivate: (user) => call('POST', `/users/${user.id}/reactivate`),
    resetPin: (user, pin) => call('PUT', `/users/${user.id}/pin`, { pin }),
    signOut: (user, sessionId) => call('DELETE', `/users/${user.id}/sessions/${sessionId}`),
  };
}
