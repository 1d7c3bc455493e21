import { Anchor, Button, Card, Group, Stack, Title } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { formatDateTime } from '../../../domain/time.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { supplierById } from '../../../sync/store/supplier-reads.ts';
import { MissingRow } from '../../parts/list/missing-row.tsx';
import { paths, rowIdOf } from '../../parts/paths.ts';
import { PossibleDuplicate } from '../../parts/customer/possible-duplicate.tsx';
import { RestoredNote } from '../../parts/list/restored-note.tsx';
import { RowConflicts } from '../../parts/conflict/row-conflicts.tsx';
import { usePossibleDuplicates } from '../../state/possible-duplicates.ts';
import { useHeldRow } from '../../state/held-row.ts';
import { useLive } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import { useShop } from '../../state/shop.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { PhoneLinks } from '../../ui/phone-links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type RowSync, RowSyncBadge } from '../../ui/status-badge.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { DeleteSupplierDialog } from './delete-supplier-dialog.tsx';
import { EditSupplierDialog } from './edit-supplier-dialog.tsx';
import { SupplierPurchases } from './supplier-purchases.tsx';
import { useSupplierPurchases } from './use-supplier-purchases.ts';

/** The screen of a supplier at /suppliers/{id} (R-SUPP-16 to R-SUPP-27). */
export function SupplierDetail() {
  const id = rowIdOf(useParams().id);
  const read = useLive(async (database) => (id === null ? null : await readSupplier(database, id)), [id]);
  const shown = useHeldRow(read, 'This supplier is not there any more');
  const [isLeaving, setLeaving] = useState(false);
  usePageTitle(shown ? `${shown.supplier.name} - Supplier Details` : 'Supplier Details');
  if (shown === undefined) return <LoadingText>Loading supplier details...</LoadingText>;
  if (shown !== null) return <SupplierDetailBody {...shown} onLeaving={setLeaving} />;
  // During a deletion nothing is shown: the app is about to go to the list.
  return isLeaving ? null : <SupplierNotFound />;
}

interface ShownSupplier {
  supplier: Supplier;
  sync: RowSync | null;
}

async function readSupplier(database: ShopDatabase, id: number): Promise<ShownSupplier | null> {
  const supplier = await supplierById(database, id);
  if (supplier === undefined) return null;
  return { supplier, sync: (await readRowSync(database, 'supplier', [supplier.id])).get(supplier.id) ?? null };
}

/** Shown for an address without a supplier (R-SUPP-27), also for a supplier of another shop (C-129). */
function SupplierNotFound() {
  return (
    <MissingRow
      loadingText="Loading supplier..."
      title="Supplier not found"
      hint="This supplier does not exist or you don't have permission to view it."
      back={{ to: paths.suppliers, label: 'Back to Suppliers' }}
    />
  );
}

type OpenDialog = 'edit' | 'delete' | null;

function SupplierDetailBody({
  supplier,
  sync,
  onLeaving,
}: ShownSupplier & { onLeaving: (isLeaving: boolean) => void }) {
  const shop = useShop();
  const duplicate = usePossibleDuplicates('supplier', [supplier]).get(supplier.id);
  const purchases = useSupplierPurchases(supplier.id);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <Screen>
      <StickyHeader backTo={paths.suppliers}>
        <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setDialog('edit')}>
          Edit
        </Button>
      </StickyHeader>
      <Card component="section" aria-label="Supplier">
        <Stack gap="sm">
          <Title order={2} size="h4" className="k-breakable">
            {supplier.name}
          </Title>
          {sync !== null && (
            <Group gap="xs">
              <RowSyncBadge sync={sync} />
            </Group>
          )}
          <RestoredNote table="supplier" id={supplier.id} />
          <RowConflicts table="supplier" rowId={supplier.id} withTimes />
          {duplicate !== undefined && <PossibleDuplicate name={duplicate.name} />}
          <PhoneLinks phone={supplier.phone} country={shop.country} />
          <Facts>
            <Fact name="Phone">{supplier.phone ?? '-'}</Fact>
            <Fact name="Email">
              {supplier.email === null ? '-' : <Anchor href={`mailto:${supplier.email}`}>{supplier.email}</Anchor>}
            </Fact>
            <Fact name="Address">{supplier.address ?? '-'}</Fact>
            <Fact name="Notes">
              <span className="k-lines">{supplier.notes ?? '-'}</span>
            </Fact>
            <Fact name="Created">{formatDateTime(supplier.createdAtMs, shop.timeZone)}</Fact>
          </Facts>
        </Stack>
      </Card>
      <SupplierPurchases purchases={purchases} shop={shop} />
      <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setDialog('delete')}>
        Delete supplier
      </Button>
      {dialog === 'edit' && <EditSupplierDialog supplier={supplier} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteSupplierDialog
          supplier={supplier}
          purchaseCount={purchases.shown?.total ?? 0}
          onLeaving={onLeaving}
          onClose={close}
        />
      )}
    </Screen>
  );
}
