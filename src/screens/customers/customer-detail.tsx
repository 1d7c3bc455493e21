import { Button, Card, Group, Stack, Title } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Customer } from '../../../domain/people/customer.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { customerBalances } from '../../../domain/people/customer-balance.ts';
import { formatDateTime } from '../../../domain/time.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { customerById, salesOfCustomer } from '../../../sync/store/customer-reads.ts';
import { OwedArrivingNote } from '../../parts/list/arriving.tsx';
import { MissingRow } from '../../parts/list/missing-row.tsx';
import { paths, rowIdOf } from '../../parts/paths.ts';
import { RestoredNote } from '../../parts/list/restored-note.tsx';
import { RowConflicts } from '../../parts/conflict/row-conflicts.tsx';
import { usePossibleDuplicates } from '../../state/possible-duplicates.ts';
import { useHeldRow } from '../../state/held-row.ts';
import { useLive } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import { type Shop, useShop } from '../../state/shop.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { useGoBack } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { PhoneLinks } from '../../ui/phone-links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { type RowSync, RowSyncBadge } from '../../ui/status-badge.tsx';
import { CustomerOwes } from './customer-owes.tsx';
import { CustomerPaymentDialog } from './customer-payment-dialog.tsx';
import { CustomerSales } from './customer-sales.tsx';
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx';
import { DuplicateOffer } from './duplicate-offer.tsx';
import { EditCustomerDialog } from './edit-customer-dialog.tsx';

/** The screen of a customer at /customers/{id} (R-CUST-20 to R-CUST-30, C-129, C-130). */
export function CustomerDetail() {
  const id = rowIdOf(useParams().id);
  // A new component for each customer: data of one is never shown for another.
  return <CustomerOfId key={id} id={id} />;
}

function CustomerOfId({ id }: { id: number | null }) {
  const shop = useShop();
  const [isDeleting, setDeleting] = useState(false);
  const read = useLive(async (database) => (id === null ? null : await readCustomer(database, id)), [id]);
  const shown = useHeldRow(read, 'This customer is not there any more');
  usePageTitle(shown ? `${shown.customer.name} - Customer Details` : 'Customer Details');
  if (shown === undefined) return <LoadingText>Loading customer details...</LoadingText>;
  // During a deletion the row is gone a moment before the screen changes.
  if (shown === null) return isDeleting ? null : <NoCustomer />;
  return <CustomerDetailBody {...shown} shop={shop} onDeleting={setDeleting} />;
}

function NoCustomer() {
  return (
    <MissingRow
      loadingText="Loading customer details..."
      title="Customer not found"
      hint="This customer does not exist or you don't have permission to view it."
      back={{ to: paths.customers, label: 'Back to Customers' }}
    />
  );
}

interface ShownCustomer {
  customer: Customer;
  /** Newest first. */
  sales: readonly Sale[];
  sync: RowSync | null;
}

async function readCustomer(database: ShopDatabase, id: number): Promise<ShownCustomer | null> {
  const customer = await customerById(database, id);
  if (customer === undefined) return null;
  const sales = await salesOfCustomer(database, id);
  return { customer, sales: sales.toReversed(), sync: (await readRowSync(database, 'customer', [id])).get(id) ?? null };
}

interface CustomerDetailBodyProps extends ShownCustomer {
  shop: Shop;
  onDeleting: (isDeleting: boolean) => void;
}

function CustomerDetailBody({ customer, sales, sync, shop, onDeleting }: CustomerDetailBodyProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | { pays: string } | null>(null);
  const goBack = useGoBack(paths.customers);
  const duplicate = usePossibleDuplicates('customer', [customer]).get(customer.id);
  const close = () => setDialog(null);
  return (
    <Screen>
      <StickyHeader backTo={paths.customers}>
        <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setDialog('edit')}>
          Edit
        </Button>
      </StickyHeader>
      <Card component="section" aria-label="Customer">
        <Stack gap="sm">
          <Title order={2} size="h4" className="k-breakable">
            {customer.name}
          </Title>
          {sync !== null && (
            <Group gap="xs">
              <RowSyncBadge sync={sync} />
            </Group>
          )}
          {customerBalances(sales).map((balance, _, { length }) => (
            <CustomerOwes
              key={balance.currency}
              balance={balance}
              isOnlyCurrency={length === 1}
              onPay={() => setDialog({ pays: balance.currency })}
            />
          ))}
          <OwedArrivingNote />
          <RestoredNote table="customer" id={customer.id} />
          <RowConflicts table="customer" rowId={customer.id} withTimes />
          {duplicate !== undefined && <DuplicateOffer customer={customer} other={duplicate} onDeleting={onDeleting} />}
          <PhoneLinks phone={customer.phone} country={shop.country} />
          <Facts>
            <Fact name="Phone">{customer.phone || '-'}</Fact>
            <Fact name="Address">{customer.address || '-'}</Fact>
            <Fact name="Notes">
              <span className="k-lines">{customer.notes || '-'}</span>
            </Fact>
            <Fact name="Created">{formatDateTime(customer.createdAtMs, shop.timeZone)}</Fact>
          </Facts>
        </Stack>
      </Card>
      <CustomerSales sales={sales} timeZone={shop.timeZone} />
      <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setDialog('delete')}>
        Delete customer
      </Button>
      {typeof dialog === 'object' && dialog !== null && (
        <CustomerPaymentDialog customerId={customer.id} sales={sales} currency={dialog.pays} onClose={close} />
      )}
      {dialog === 'edit' && <EditCustomerDialog customer={customer} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteCustomerDialog
          customer={customer}
          onDeleting={onDeleting}
          onDeleted={() => void goBack({ replace: true })}
          onClose={close}
        />
      )}
    </Screen>
  );
}
