import '@mantine/core/styles/Switch.css';
import { Switch, Text } from '@mantine/core';
import { keepShowsCents } from '../../platform/show-cents.ts';
import { showFailure } from '../../state/toasts.ts';
import { shownMoney, useShowsCents } from '../../ui/shown-money.ts';

const EXAMPLE = { amountMinor: 1_200_000, currency: 'UGX' };

/** The switch for '.00' on this device (R-SLIST-60), with an example beside it. */
export function CentsChoice() {
  const isOn = useShowsCents();
  const choose = (next: boolean) => {
    if (!keepShowsCents(next))
      showFailure('The choice was not kept', 'This device has no room left. Free some space and try again.');
  };
  return (
    <div>
      <Switch label="Show cents" checked={isOn} onChange={(event) => choose(event.currentTarget.checked)} />
      <Text size="sm" c="dimmed" mt={4}>
        Amounts look like this: {shownMoney(EXAMPLE.amountMinor, EXAMPLE.currency)}. Receipts always show cents.
      </Text>
    </div>
  );
}
