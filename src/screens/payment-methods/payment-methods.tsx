import { Button, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { mayRun } from '../../../domain/people/permission.ts';
import { paths } from '../../parts/paths.ts';
import { useReplica } from '../../state/replica.tsx';
import { ActionBar } from '../../ui/action-bar.tsx';
import { CardList } from '../../ui/list/card-list.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { AddMethodDialog } from './add-method-dialog.tsx';
import { MethodCard } from './method-card.tsx';
import { type ShownMethod, usePaymentMethods } from './use-payment-methods.ts';

/** The payment methods at /payment-methods (R-PAY-01 to R-PAY-25). Staff see them; an admin can change them (G7). */
export function PaymentMethods() {
  usePageTitle('Payment Methods');
  const mayChange = mayRun(useReplica().role, 'paymentMethod.create');
  const [isAdding, setAdding] = useState(false);
  const { inUse, archived } = usePaymentMethods();
  const card = (shown: ShownMethod) => <MethodCard shown={shown} mayChange={mayChange} />;
  const hasDefault = inUse.status !== 'ready' || inUse.rows.some(({ isDefault }) => isDefault);
  return (
    <Screen className="k-card-columns">
      <StickyHeader backTo={paths.profile} />
      {!mayChange && <Text c="dimmed">Only an admin can change payment methods.</Text>}
      <CardList
        label="Payment methods"
        state={inUse}
        loadingText="Loading payment methods..."
        empty={{
          title: 'No payment methods found',
          hint: "Until this device has them, a sale is paid by 'Cash (Fallback)'.",
        }}
        rowKey={({ method }) => method.id}
        renderRow={card}
      />
      {inUse.status === 'ready' && inUse.rows.length > 0 && !hasDefault && (
        <Text c="dimmed">None is the default: a sale starts with Cash.</Text>
      )}
      {archived.length > 0 && (
        <Stack gap="sm">
          <Title order={2} size="h4">
            Archived
          </Title>
          <CardList
            label="Archived payment methods"
            state={{ status: 'ready', rows: archived }}
            loadingText=""
            empty={{ title: '' }}
            rowKey={({ method }) => method.id}
            renderRow={card}
          />
        </Stack>
      )}
      {mayChange && (
        <ActionBar>
          <Button fullWidth size="lg" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
            Add
          </Button>
        </ActionBar>
      )}
      {isAdding && <AddMethodDialog onClose={() => setAdding(false)} />}
    </Screen>
  );
}
