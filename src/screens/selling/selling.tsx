import { createContext, useContext } from 'react';
import { Outlet } from 'react-router-dom';
import { assert } from '../../../domain/assert.ts';
import { businessOf, paymentMethodsOf } from '../../../sync/store/live-reads.ts';
import type { KeptDraft } from '../../platform/draft/kept-draft.ts';
import { useKeptDraft } from '../../state/kept-draft.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { type SaleForm, useSaleForm, type WaysToPay } from './use-sale-form.ts';

const SaleContext = createContext<SaleForm | null>(null);

/** The one unfinished sale of this tab, which the counter and the form both show (decisions/0045). */
export function useUnfinishedSale(): SaleForm {
  const sale = useContext(SaleContext);
  assert(sale !== null, 'This screen stands under the route that holds the unfinished sale');
  return sale;
}

/** Holds the unfinished sale above its two views, so that switching between them saves and loads nothing. */
export function Selling() {
  const { businessId } = useReplica();
  const kept = useKeptDraft('sale');
  // Methods and default are one read: a form that first showed Cash, and then the default, would change under a thumb.
  const ways = useLive(
    async (database) => {
      const [methods, business] = await Promise.all([paymentMethodsOf(database), businessOf(database, businessId)]);
      return { methods, defaultId: business?.defaultPaymentMethodId ?? null };
    },
    [businessId],
  );
  if (ways === undefined || kept === undefined) return <LoadingText>Loading...</LoadingText>;
  return <UnfinishedSale ways={ways} kept={kept} />;
}

function UnfinishedSale({ ways, kept }: { ways: WaysToPay; kept: KeptDraft }) {
  return (
    <SaleContext value={useSaleForm(ways, kept)}>
      <Outlet />
    </SaleContext>
  );
}
