import { useMemo } from 'react';
import type { Business } from '../../domain/business.ts';
import { businessOf } from '../../sync/store/live-reads.ts';
import type { Session } from '../../sync/store/session-record.ts';
import { useLive, useReplica } from './replica.tsx';
import { useSession } from './session.ts';

/** The shop's own data, for screens. A value is null if it is not known. */
export interface Shop {
  name: string | null;
  slug: string | null;
  currency: string | null;
  /** The code of a country, or free text, as `Business.country` stores it. */
  country: string | null;
  timeZone: string;
  businessCategoryId: number | null;
  defaultPaymentMethodId: number | null;
}

const UNKNOWN_SHOP: Shop = {
  name: null,
  slug: null,
  currency: null,
  country: null,
  timeZone: 'UTC',
  businessCategoryId: null,
  defaultPaymentMethodId: null,
};

/** Returns the shop from this device's row or, until the row is here, from the sign-in. */
export function useShop(): Shop {
  const { businessId } = useReplica();
  const row = useLive((database) => businessOf(database, businessId), [businessId]);
  const fromSession = useSession((state) => (state.status === 'signed-in' ? state.session.business : null));
  return useMemo(() => shopOf(row, fromSession), [row, fromSession]);
}

function shopOf(row: Business | undefined, fromSession: Session['business'] | null): Shop {
  if (row !== undefined)
    return {
      ...row,
      name: row.name || null,
      slug: row.slug || null,
      currency: row.currency || null,
      country: row.country || null,
    };
  if (fromSession === null) return UNKNOWN_SHOP;
  return {
    ...UNKNOWN_SHOP,
    name: fromSession.name || null,
    slug: fromSession.slug || null,
    currency: fromSession.currency || null,
    country: fromSession.country || null,
    timeZone: fromSession.timeZone || 'UTC',
    businessCategoryId: fromSession.businessCategoryId,
  };
}
