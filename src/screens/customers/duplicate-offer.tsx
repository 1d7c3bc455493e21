import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Customer } from '../../../domain/people/customer.ts';
import { customerLink } from '../../parts/paths.ts';
import { PossibleDuplicate } from '../../parts/customer/possible-duplicate.tsx';
import { useLive } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { type MergePlan, planMerge } from './merge-plan.ts';

export interface DuplicateOfferProps {
  customer: Customer;
  /** The possible duplicate. */
  other: Customer;
  onDeleting: (isDeleting: boolean) => void;
}

/** Shows a possible duplicate and offers to merge the two. They are never merged without a person (M20, G47). */
export function DuplicateOffer({ customer, other, onDeleting }: DuplicateOfferProps) {
  const [isAsking, setAsking] = useState(false);
  const { country } = useShop();
  const plan = useLive((shop) => planMerge(shop, customer, other, country ?? ''), [customer, other, country]);
  return (
    <Stack gap="xs">
      <PossibleDuplicate name={other.name} />
      {plan !== undefined && plan.status !== 'ready' && <Text size="sm">{WHY_NOT[plan.status]}</Text>}
      <Group gap="sm" grow preventGrowOverflow={false} wrap="nowrap">
        <Button component={Link} to={customerLink(other.id)} variant="default" px="xs">
          Show the other
        </Button>
        {plan?.status === 'ready' && (
          <Button variant="default" px="xs" onClick={() => setAsking(true)}>
            Merge
          </Button>
        )}
      </Group>
      {isAsking && plan?.status === 'ready' && (
        <MergeDialog plan={plan} shownId={customer.id} onDeleting={onDeleting} onClose={() => setAsking(false)} />
      )}
    </Stack>
  );
}

const WHY_NOT: Record<Exclude<MergePlan['status'], 'ready'>, string> = {
  both_in_use: 'Sales or orders name both of them, so both stay.',
  notes_too_long: 'What is written of both is too long for the notes of one. Shorten it to merge them.',
};
