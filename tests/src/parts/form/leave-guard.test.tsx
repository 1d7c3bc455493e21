import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { beforeEach, describe, expect, test } from 'vitest';
import { LeaveGuard, type LeaveGuardProps } from '../../../../src/parts/form/leave-guard.tsx';
import { markFormSaved, useDirtyForm } from '../../../../src/state/dirty-form.ts';
import { freshAppState, renderRoutes } from '../../../support/screens/app-harness.tsx';
import { press } from '../../../support/screens/screen-driver.ts';

beforeEach(freshAppState);

function Form(texts: Omit<LeaveGuardProps, 'isDirty'>) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const save = () => {
    markFormSaved();
    void navigate('/list');
  };
  return (
    <>
      <LeaveGuard isDirty={text !== ''} {...texts} />
      <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
      <button onClick={() => void navigate('/list')}>Away</button>
      <button onClick={() => void navigate('?page=2')}>Turn the page</button>
      <button onClick={save}>Save</button>
    </>
  );
}

const renderForm = (texts: Omit<LeaveGuardProps, 'isDirty'> = {}) =>
  renderRoutes(
    [
      { path: '/form', element: <Form {...texts} /> },
      { path: '/list', element: <p>The list</p> },
    ],
    '/form',
  );

const type = () => userEvent.type(screen.getByLabelText('Name'), 'Soap');

describe('inside the app', () => {
  test('R-GEN-16 an untouched form lets go', async () => {
    const app = renderForm();
    await press('Away');
    expect(app.path()).toBe('/list');
  });

  test("R-GEN-16 C-035 a dirty one asks 'Unsaved Changes' with 'Leave' and 'Cancel'; Cancel keeps what was typed", async () => {
    const app = renderForm();
    await type();
    await press('Away');
    expect(await screen.findByRole('dialog', { name: 'Unsaved Changes' })).toBeTruthy();
    expect(app.path()).toBe('/form');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Soap');
    await press('Away');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(app.path()).toBe('/list'));
  });

  test('C-035 a screen has its own texts', async () => {
    renderForm({ title: 'Discard changes?', leaveLabel: 'Discard changes', stayLabel: 'Continue editing' });
    await type();
    await press('Away');
    expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Discard changes' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Continue editing' })).toBeTruthy();
  });

  test('R-GEN-16 after saving nothing is asked', async () => {
    const app = renderForm();
    await type();
    await press('Save');
    await waitFor(() => expect(app.path()).toBe('/list'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a change of the address that stays on the screen is no leaving', async () => {
    const app = renderForm();
    await type();
    await press('Turn the page');
    expect(app.search()).toBe('?page=2');
  });

  test('G52 the app knows of the dirty form as long as it is on screen', async () => {
    const app = renderForm();
    await type();
    expect(useDirtyForm.getState().isDirty).toBe(true);
    await userEvent.clear(screen.getByLabelText('Name'));
    expect(useDirtyForm.getState().isDirty).toBe(false);
    await type();
    app.unmount();
    expect(useDirtyForm.getState().isDirty).toBe(false);
  });
});

describe('closing or reloading the page', () => {
  const leavePage = () => {
    const event = new Event('beforeunload', { cancelable: true });
    act(() => void window.dispatchEvent(event));
    return event.defaultPrevented;
  };

  test('R-GEN-16 the browser warns while the form is dirty, and only then', async () => {
    renderForm();
    expect(leavePage()).toBe(false);
    await type();
    expect(leavePage()).toBe(true);
    await userEvent.clear(screen.getByLabelText('Name'));
    expect(leavePage()).toBe(false);
  });
});
