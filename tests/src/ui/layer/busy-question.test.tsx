import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from '../../../../src/ui/layer/confirm-dialog.tsx';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';

/* A question before an act: what it takes and what it leaves out, also while the act goes on. */

beforeEach(freshAppState);

async function show(props: Partial<ConfirmDialogProps>) {
  const acts = { onConfirm: vi.fn<() => void>(), onCancel: vi.fn<() => void>() };
  renderPart(
    <ConfirmDialog opened title="Archive it?" confirmLabel="Archive" cancelLabel="Keep" {...acts} {...props} />,
  );
  await screen.findByRole('dialog', { name: 'Archive it?' });
  return acts;
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const tapBeside = () => fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);

test('a tap beside it, Escape and Close say no', async () => {
  const { onCancel, onConfirm } = await show({});
  tapBeside();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(button('Close'));
  await userEvent.click(button('Keep'));
  expect([onCancel.mock.calls.length, onConfirm.mock.calls.length]).toEqual([4, 0]);
});

test('while its act goes on it neither closes nor takes another tap', async () => {
  const { onCancel, onConfirm } = await show({ isBusy: true });
  tapBeside();
  await userEvent.keyboard('{Escape}');
  expect([button('Close').disabled, button('Keep').disabled]).toEqual([true, true]);
  expect(button('Archive').getAttribute('data-loading')).toBe('true');
  fireEvent.click(button('Archive'));
  expect([onCancel.mock.calls.length, onConfirm.mock.calls.length]).toEqual([0, 0]);
});

test('it has no message of its own, no colour of danger, and is ready to be confirmed', async () => {
  const { onConfirm } = await show({});
  const dialog = screen.getByRole('dialog', { name: 'Archive it?' });
  expect(dialog.textContent).toBe('Archive it?KeepArchive');
  expect(dialog.querySelectorAll('p')).toHaveLength(0);
  expect(button('Archive').getAttribute('data-loading')).toBeNull();
  expect(button('Archive').getAttribute('style') ?? '').not.toContain('red');
  await userEvent.click(button('Archive'));
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('an act that destroys has its colour, and a disabled one takes no tap', async () => {
  const { onConfirm } = await show({ isDestructive: true, isConfirmDisabled: true, message: 'It is gone then.' });
  expect(screen.getByText('It is gone then.')).toBeTruthy();
  expect(button('Archive').getAttribute('style')).toContain('red');
  expect(button('Archive').disabled).toBe(true);
  fireEvent.click(button('Archive'));
  expect(onConfirm).not.toHaveBeenCalled();
});
