import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { FormDialog, type FormDialogProps } from '../../../../src/parts/form/form-dialog.tsx';
import { useDirtyForm } from '../../../../src/state/dirty-form.ts';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';
import { press } from '../../../support/screens/screen-driver.ts';

/* The frame of every dialog with a form. */

beforeEach(freshAppState);

async function show(props: Partial<FormDialogProps>) {
  const onClose = vi.fn<() => void>();
  const app = renderPart(
    <FormDialog title="Count Stock" isDirty={false} onClose={onClose} {...props}>
      {(close) => <button onClick={close}>Back to the item</button>}
    </FormDialog>,
  );
  await screen.findByRole('dialog', { name: 'Count Stock' });
  return { app, onClose };
}

const question = () => screen.queryByRole('dialog', { name: 'Unsaved Changes' });
const tapBeside = () => fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);

test('R-GEN-16 a tap beside it does not close it', async () => {
  const { onClose } = await show({});
  tapBeside();
  expect([onClose.mock.calls.length, question()]).toEqual([0, null]);
});

test('R-GEN-16 without input, Escape and its own button close it at once', async () => {
  const { onClose } = await show({});
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await press('Back to the item');
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(question()).toBeNull();
});

test('R-GEN-16 with input both ask, and the question closes only what it was told to', async () => {
  const { onClose } = await show({ isDirty: true });
  await press('Back to the item');
  await waitFor(() => expect(question()).not.toBeNull());
  await press('Cancel');
  await waitFor(() => expect(question()).toBeNull());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(question()).not.toBeNull());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(question()).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Count Stock' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await press('Back to the item');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('R-GEN-16 it guards its screen, unless the form under it does', async () => {
  const { app } = await show({ isDirty: true });
  expect(useDirtyForm.getState().isDirty).toBe(true);
  await act(() => app.router.navigate('/elsewhere'));
  expect(app.path()).toBe('/');
  app.unmount();
  const { app: unguarded } = await show({ isDirty: true, guardsScreen: false });
  expect(useDirtyForm.getState().isDirty).toBe(false);
  await act(() => unguarded.router.navigate('/elsewhere'));
  expect(unguarded.path()).toBe('/elsewhere');
});
