import { createContext, useContext } from 'react';
import { assert } from '../../domain/assert.ts';
import type { Api } from './api-client.ts';
import type { SessionRecord } from '../../sync/store/session-record.ts';

/** The services with which the app was started. They are created once, in main.tsx, so that tests can pass others. */
export interface Services {
  api: Api;
  sessionRecord: SessionRecord;
}

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  assert(services !== null, 'The app is started with its services around it');
  return services;
}
