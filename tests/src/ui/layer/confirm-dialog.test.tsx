import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from '../../../../src/ui/layer/confirm-dialog.tsx';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

function Opener({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Delete</button>
      <ConfirmDialog
        opened={isOpen}
        title="Delete this sale?"
        message="This action cannot be undone."
        confirmLabel="Delete it"
        cancelLabel="Keep it"
        isDestructive
        onConfirm={onConfirm}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}

test('G55 it is named by its title, the focus goes to the harmless choice and comes back', async () => {
  const onConfirm = vi.fn();
  renderPart(<Opener onConfirm={onConfirm} />);
  const opener = screen.getByRole('button', { name: 'Delete' });
  await userEvent.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Delete this sale?' });
  expect(dialog.textContent).toContain('This action cannot be undone.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' })));
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(onConfirm).not.toHaveBeenCalled();
});

test('only the confirming button confirms', async () => {
  const onConfirm = vi.fn();
  renderPart(<Opener onConfirm={onConfirm} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete it' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});
