import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { carried } from '../../../domain/sales/seen-order.ts';
import { paths, rowIdOf } from '../../parts/paths.ts';
import { RowConflicts } from '../../parts/conflict/row-conflicts.tsx';
import { RowRefusals } from '../../parts/conflict/row-refusals.tsx';
import { saved } from '../../parts/form/save.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { type Shop, useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { EmptyText, FailedText, LoadingText } from '../../ui/list/card-list.tsx';
import { offlineText } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { CancelOrderDialog } from './cancel-order-dialog.tsx';
import { FulfilDialog } from './fulfil-dialog.tsx';
import { OrderCustomer } from './order-customer.tsx';
import { FulfilledBeforeAlert, KeptCancelledAlert, OrderFacts } from './order-facts.tsx';
import { OrderItems } from './order-items.tsx';
import { orderCurrency } from './order-words.ts';
import { readOrder, type ShownOrder } from './read-order.ts';

/** The screen of an order at /orders/{id} (R-ODET-01 to R-ODET-34). */
export function OrderDetail() {
  const id = rowIdOf(useParams().id);
  const shop = useShop();
  const shown = useLive(async (database) => (id === null ? null : await readOrder(database, id)), [id]);
  usePageTitle(shown ? `Order #${shown.order.orderNumber}` : 'Order');
  if (shown === undefined) return <LoadingText>Loading...</LoadingText>;
  if (shown === null) return <NoOrder />;
  return <OrderDetailBody shown={shown} shop={shop} />;
}

/**
 * Shown if the order does not exist, or if this device has no copy of the shop yet and cannot know (R-ODET-29 to
 * R-ODET-31, C-148).
 */
function NoOrder() {
  const firstLoad = useFirstLoad();
  if (firstLoad.status === 'loading') return <LoadingText>Loading...</LoadingText>;
  if (firstLoad.status === 'failed' || firstLoad.status === 'offline')
    return (
      <FailedText
        message="Failed to load order."
        reason={firstLoad.status === 'failed' ? firstLoad.message : offlineText('load your shop')}
        onRetry={firstLoad.retry}
      />
    );
  return (
    <EmptyText
      title="Not found"
      hint="There is no such order on this device."
      action={
        <Button component={Link} to={paths.orders} mt="sm">
          Back to Orders
        </Button>
      }
    />
  );
}

type OpenDialog = 'cancel' | 'fulfil' | null;

function OrderDetailBody({ shown, shop }: { shown: ShownOrder; shop: Shop }) {
  const { order, itemsById } = shown;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <Screen>
      <StickyHeader backTo={paths.orders} />
      <FulfilledBeforeAlert before={shown.before} />
      <KeptCancelledAlert shown={shown} shop={shop} />
      <RowConflicts table="order" rowId={order.id} withTimes />
      <RowRefusals table="order" id={order.id} />
      <OrderFacts shown={shown} shop={shop} />
      <OrderCustomer shown={shown} country={shop.country} />
      <OrderItems order={order} currency={orderCurrency(order, shop)} itemsById={itemsById} />
      <OrderActs shown={shown} onOpen={setDialog} />
      {dialog === 'cancel' && <CancelOrderDialog shown={shown} onClose={close} />}
      {dialog === 'fulfil' && <FulfilDialog shown={shown} onClose={close} />}
    </Screen>
  );
}

/** The buttons for the order's status (R-ODET-04 to R-ODET-06, R-ODET-10, R-ODET-15, R-ODET-16). */
function OrderActs({ shown, onOpen }: { shown: ShownOrder; onOpen: (dialog: OpenDialog) => void }) {
  const { order, customer } = shown;
  const { run } = useReplica();
  const confirming = useOneAtATime(order.status);
  const confirm = () =>
    confirming.start(async () => {
      const claim = { id: order.id, ...carried(order, customer) };
      const result = await saved(run('order.confirm', () => claim, confirming.act));
      if (!result.ok) return showFailure('Failed to update status', result.reason);
      showSuccess('Order confirmed');
      return SPENT;
    });
  const cancel = (
    // Shown for a fulfilled order too: its dialog says what to do instead (C-070).
    <Button
      variant="default"
      fullWidth
      size="lg"
      disabled={order.status === 'cancelled'}
      onClick={() => onOpen('cancel')}
    >
      Cancel
    </Button>
  );
  if (order.status === 'fulfilled' || order.status === 'cancelled') return <ActionBar>{cancel}</ActionBar>;
  return (
    <>
      {cancel}
      <ActionBar key={order.status}>
        {order.status === 'pending' ? (
          <Button fullWidth size="lg" loading={confirming.isBusy} onClick={confirm}>
            Confirm
          </Button>
        ) : (
          <Button fullWidth size="lg" onClick={() => onOpen('fulfil')}>
            Fulfill
          </Button>
        )}
      </ActionBar>
    </>
  );
}
