import type { Business } from '../../domain/business.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { isUniqueViolation } from '../db/database.ts';
import { readBusiness, writeSlug } from '../db/queries/business.ts';
import { readClient } from '../db/queries/client.ts';
import { writeRows } from '../db/queries/row.ts';
import {
  type AccountCaller,
  type AccountChange,
  type AccountPorts,
  type CallerRefusal,
  changeAccountAs,
} from './change-account.ts';

// Changes of a business that cannot be made offline (M34): its slug is unique over all businesses, and its currency
// changes the meaning of every amount.

/** Changes the slug. If another shop has it, the caller learns only that it is taken. */
export async function changeSlug(
  ports: AccountPorts,
  caller: AccountCaller,
  slug: string,
): Promise<Result<Business, CallerRefusal | 'slug_taken'>> {
  try {
    return await changeAccountAs<Business, never>(ports, caller, 'PATCH /business/{id}/slug', async (change) => {
      await writeSlug(change.sql, change.businessId, slug);
      return ok(await writeBusiness(change, { slug }));
    });
  } catch (error) {
    if (isUniqueViolation(error, 'business_slug')) return refuse('slug_taken');
    throw error;
  }
}

/** The queue of the calling device. `lastMid` is the mid of its newest mutation. */
export interface AskingDevice {
  clientId: string;
  lastMid: number;
}

/**
 * Changes the currency of future amounts (C-043); existing amounts keep theirs. Refused while the calling device holds
 * unsent changes, because it recorded their amounts in the old currency.
 */
export const changeCurrency = (
  ports: AccountPorts,
  caller: AccountCaller,
  currency: string,
  device: AskingDevice | null,
): Promise<Result<Business, CallerRefusal | 'device_has_changes'>> =>
  changeAccountAs<Business, 'device_has_changes'>(ports, caller, 'PATCH /business/{id}/currency', async (change) => {
    if (device && device.lastMid > 0) {
      const client = await readClient(change.sql, change.businessId, device.clientId);
      if (client?.userId !== caller.userId || client.lmid < device.lastMid) return refuse('device_has_changes');
    }
    return ok(await writeBusiness(change, { currency }));
  });

async function writeBusiness(change: AccountChange, fields: Partial<Business>): Promise<Business> {
  const { sql, businessId, version } = change;
  const before = await readBusiness(sql, businessId);
  if (before === undefined) throw new Error('Whoever is signed in has a business');
  const business: Business = { ...before, ...fields, version };
  await writeRows(sql, businessId, 'business', version, [business]);
  return business;
}
