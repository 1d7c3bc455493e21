import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { basket, freshCounter, showCounter, soldBy, tap, tile } from '../../../support/screens/counter-screen.tsx';

/* Which keys the counter takes, and which it leaves to fields, dialogs and the browser (R-CTR-50). */

beforeEach(freshCounter);

const EMPTY = 'Tap what is sold. It goes in here.';
const search = () => screen.getByLabelText<HTMLInputElement>('Search or scan');
const sugar = () => basket().queryByLabelText('Quantity of Sugar')?.textContent ?? null;

/** Presses a key on an element; true if the browser still does with it what it does by itself. */
const isLeft = (target: Element, key: string, held: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key, ...held });

test('R-CTR-50 plus and minus change the last line, and no other key of the row does', async () => {
  await showCounter();
  await userEvent.click(tile('Soap'));
  await userEvent.click(tile('Sugar'));
  expect(isLeft(document.body, '+')).toBe(false);
  expect([sugar(), basket().getByLabelText('Quantity of Soap').textContent]).toEqual(['2', '1']);
  expect(isLeft(document.body, '=')).toBe(true);
  expect(sugar()).toBe('2');
  expect(isLeft(document.body, '-')).toBe(false);
  expect(sugar()).toBe('1');
  expect(isLeft(document.body, '-')).toBe(false);
  expect(sugar()).toBeNull();
});

test('R-CTR-50 with Ctrl, Cmd or Alt they are the browser’s', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    for (const key of ['+', '-', '/', '?']) expect(isLeft(document.body, key, held)).toBe(true);
  expect(isLeft(document.body, 'F9', { altKey: true })).toBe(true);
  expect(sugar()).toBe('1');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('R-CTR-50 Cmd+Enter charges as Ctrl+Enter does, and Enter alone does not', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  expect(isLeft(document.body, 'Enter')).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(isLeft(document.body, 'Enter', { metaKey: true })).toBe(false);
  expect(await screen.findByRole('dialog', { name: 'Take payment' })).toBeTruthy();
});

test('R-CTR-50 F8 parks and F2 searches, also out of a field', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  await userEvent.click(basket().getByRole('button', { name: 'Notes' }));
  const notes = basket().getByLabelText<HTMLTextAreaElement>('Notes');
  notes.focus();
  expect(isLeft(notes, 'F2')).toBe(false);
  expect(document.activeElement).toBe(search());
  expect(isLeft(notes, 'F8')).toBe(false);
  expect(await screen.findByRole('dialog', { name: 'Park sale' })).toBeTruthy();
});

test('R-CTR-50 with an empty basket there is nothing to park, to charge or to step', async () => {
  const app = await showCounter();
  for (const key of ['F8', 'F9', '+', '-']) fireEvent.keyDown(document.body, { key });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(basket().getByText(EMPTY)).toBeTruthy();
  expect(await soldBy(app)).toEqual([]);
});

test('R-CTR-50 a field keeps its characters, and so does the search once something is in it', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  await userEvent.click(basket().getByRole('button', { name: 'Notes' }));
  const notes = basket().getByLabelText('Notes');
  for (const key of ['+', '-', '/', '?']) expect(isLeft(notes, key)).toBe(true);
  expect(isLeft(search(), '+')).toBe(false);
  expect(sugar()).toBe('2');
  fireEvent.change(search(), { target: { value: 'su' } });
  expect(isLeft(search(), '+')).toBe(true);
  expect(sugar()).toBe('2');
});

test('R-CTR-50 under a dialog they change nothing', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  await tap('Other amount');
  await screen.findByRole('dialog', { name: 'Other amount' });
  for (const key of ['+', '-', 'F9', '?']) expect(isLeft(document.body, key)).toBe(true);
  expect(sugar()).toBe('1');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('R-CTR-50 a key that something else took is not taken twice', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  const take = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', take);
  fireEvent.keyDown(document.body, { key: '+' });
  document.body.removeEventListener('keydown', take);
  expect(sugar()).toBe('1');
});

test('R-CTR-50 the list of keys says what each does', async () => {
  await showCounter();
  await userEvent.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys of the counter' }));
  const rows = dialog
    .getAllByRole('row')
    .map((row) =>
      [...row.children].map((cell) => [...cell.childNodes].map(({ textContent }) => textContent).join(' ')),
    );
  expect(rows).toEqual([
    ['/ F2', 'Search or scan'],
    ['Enter', 'Add the item of the code, or the first that was found'],
    ['+ -', 'One more or one less of the last line'],
    ['F8', 'Park sale'],
    ['F9 Ctrl + Enter', 'Charge'],
    ['Esc', 'Back'],
    ['?', 'These keys'],
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
