import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TransactionIdField } from '../../../../src/parts/payment/transaction-id-field.tsx';

const show = (onShared?: () => void) =>
  render(
    <MantineProvider>
      <TransactionIdField {...(onShared && { onShared })} />
    </MantineProvider>,
  );

test('the keyboard writes a transaction ID in capitals, and neither corrects nor completes it', () => {
  show();
  const field = screen.getByLabelText('Transaction ID');
  expect(['autocapitalize', 'spellcheck', 'autocomplete', 'maxlength'].map((name) => field.getAttribute(name))).toEqual(
    [...['characters', 'false', 'off', '80']],
  );
});

test('X-TYPE-36 one payment for both sales is offered only where another sale has the ID', async () => {
  show();
  expect(screen.queryByRole('button')).toBeNull();
  const shared = vi.fn<() => void>();
  show(shared);
  await userEvent.click(screen.getByRole('button', { name: 'One payment for both sales' }));
  expect(shared).toHaveBeenCalledTimes(1);
});
