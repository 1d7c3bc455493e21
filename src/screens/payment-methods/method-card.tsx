import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import { MethodActs } from './method-acts.tsx';
import { METHOD_ICONS } from './method-icons.ts';
import type { ShownMethod } from './use-payment-methods.ts';

/** A payment method, with the buttons of an admin (R-PAY-05 to R-PAY-12). */
export function MethodCard({ shown, mayChange }: { shown: ShownMethod; mayChange: boolean }) {
  const { method, isDefault, isUsed, addedBy, isMerged, sync } = shown;
  const { label, Icon } = METHOD_ICONS[method.icon];
  return (
    <Card role="group" aria-label={method.name}>
      <Stack gap="sm">
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <Icon size={28} role="img" aria-label={label} className="k-unshrunk" />
          <Stack gap={6} className="k-grow">
            <Title order={3} size="h4" className="k-breakable">
              {method.name}
            </Title>
            {(isDefault || isUsed || sync !== null) && (
              <Group gap="xs">
                {isDefault && <StatusBadge tone="good">Default</StatusBadge>}
                {isUsed && <StatusBadge tone="neutral">Used in Sales</StatusBadge>}
                <RowSyncBadge sync={sync} />
              </Group>
            )}
            {addedBy !== null && (
              <Text size="sm" c="dimmed" className="k-breakable">
                Added by {addedBy}
              </Text>
            )}
            {isMerged && (
              <Text size="sm" className="k-breakable">
                Merged with existing {method.name}
              </Text>
            )}
          </Stack>
        </Group>
        {mayChange && <MethodActs shown={shown} />}
      </Stack>
    </Card>
  );
}
