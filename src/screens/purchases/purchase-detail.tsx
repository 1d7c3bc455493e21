import '@mantine/core/styles/Tabs.css';
import { Button, Tabs, Text } from '@mantine/core';
import { IconBarcode, IconPackageImport, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { stockOfPurchase } from '../../../domain/items/purchase.ts';
import { RestoredNote } from '../../parts/list/restored-note.tsx';
import { labelsLink, paths, rowIdOf } from '../../parts/paths.ts';
import { purchaseCurrency } from '../../parts/purchase-words.ts';
import { saved } from '../../parts/form/save.ts';
import { useHeldRow } from '../../state/held-row.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { type Shop, useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { DeletePurchaseDialog } from './delete-purchase-dialog.tsx';
import { EditPurchaseDialog } from './edit-purchase-dialog.tsx';
import { NoPurchase } from './no-purchase.tsx';
import { PurchaseFacts } from './purchase-facts.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import { PurchaseItems } from './purchase-items.tsx';
import { readPurchase, type ShownPurchase } from './read-purchase.ts';

/** The screen of a purchase at /purchases/{id} (R-PUR-32 to R-PUR-41). */
export function PurchaseDetail() {
  const id = rowIdOf(useParams().id);
  const shop = useShop();
  const read = useLive(async (database) => (id === null ? null : await readPurchase(database, id)), [id]);
  const shown = useHeldRow(read, 'This purchase is not there any more');
  const [isLeaving, setLeaving] = useState(false);
  usePageTitle(shown ? shown.purchase.supplierName : 'Purchase');
  if (shown === undefined) return <LoadingText>Loading purchase...</LoadingText>;
  if (shown !== null) return <PurchaseDetailBody shown={shown} shop={shop} onLeaving={setLeaving} />;
  // During a deletion nothing is shown: the app is about to go to the list.
  return isLeaving ? null : <NoPurchase />;
}

interface PurchaseDetailBodyProps {
  shown: ShownPurchase;
  shop: Shop;
  onLeaving: (isLeaving: boolean) => void;
}

function PurchaseDetailBody({ shown, shop, onLeaving }: PurchaseDetailBodyProps) {
  const { purchase } = shown;
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const currency = purchaseCurrency(purchase, shop);
  const close = () => setDialog(null);
  return (
    <Screen>
      <StickyHeader backTo={paths.purchases}>
        <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setDialog('edit')}>
          Edit
        </Button>
      </StickyHeader>
      <PurchaseFacts shown={shown} shop={shop} currency={currency} />
      <RestoredNote table="purchase" id={shown.purchase.id} />
      <PurchaseTabs shown={shown} currency={currency} timeZone={shop.timeZone} />
      <Button
        component={Link}
        to={labelsLink({ purchase: purchase.id })}
        variant="default"
        leftSection={<IconBarcode size={18} aria-hidden />}
      >
        Print labels
      </Button>
      <Button variant="default" onClick={() => setDialog('delete')}>
        Delete purchase
      </Button>
      {purchase.status === 'pending' && <MarkAsReceived purchaseId={purchase.id} />}
      {dialog === 'edit' && <EditPurchaseDialog shown={shown} currency={currency} onClose={close} />}
      {dialog === 'delete' && (
        <DeletePurchaseDialog
          purchaseId={purchase.id}
          takesStockBack={stockOfPurchase(purchase).size > 0}
          shortItems={shown.shortItems}
          onLeaving={onLeaving}
          onClose={close}
        />
      )}
    </Screen>
  );
}

interface PurchaseTabsProps {
  shown: ShownPurchase;
  currency: string;
  timeZone: string;
}

/** The tabs of a purchase (R-PUR-32 to R-PUR-34). The notes may be removed while their tab is open. */
function PurchaseTabs({ shown, currency, timeZone }: PurchaseTabsProps) {
  const { purchase } = shown;
  const [chosen, setChosen] = useState<string | null>('items');
  const tab = chosen === 'notes' && purchase.notes === null ? 'items' : chosen;
  return (
    <Tabs className="k-detail-part" value={tab} onChange={setChosen} keepMounted={false}>
      <Tabs.List grow>
        <Tabs.Tab value="items">Items</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
        {purchase.notes !== null && <Tabs.Tab value="notes">Notes</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="items" pt="sm">
        <PurchaseItems purchase={purchase} itemsById={shown.itemsById} currency={currency} />
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="sm">
        <PurchaseHistory shown={shown} timeZone={timeZone} />
      </Tabs.Panel>
      {purchase.notes !== null && (
        <Tabs.Panel value="notes" pt="sm">
          <Text className="k-breakable k-lines">{purchase.notes}</Text>
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

/** The button that marks the goods as received. Stock rises once, even if several devices do this (G15, M26). */
function MarkAsReceived({ purchaseId }: { purchaseId: number }) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  const receive = () =>
    saving.start(async () => {
      const result = await saved(run('purchase.receive', () => ({ id: purchaseId }), saving.act));
      if (!result.ok) return showFailure('Failed to mark as received', result.reason);
      showSuccess('Purchase received', 'The goods are in stock.');
      return SPENT;
    });
  return (
    <ActionBar>
      <Button
        fullWidth
        size="lg"
        loading={saving.isBusy}
        leftSection={<IconPackageImport size={20} aria-hidden />}
        onClick={receive}
      >
        Mark as received
      </Button>
    </ActionBar>
  );
}
