import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { enterGoesOn } from '../../../../src/ui/form/long-form.ts';

function showForm(fields: React.ReactNode) {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={onSubmit} onKeyDown={enterGoesOn}>
      {fields}
      <button type="submit">Save</button>
    </form>,
  );
  return onSubmit;
}
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

const THREE = (
  <>
    <input aria-label="Name" />
    <input aria-label="Off" disabled />
    <input type="hidden" />
    <select aria-label="Unit" />
    <input aria-label="SKU" />
    <textarea aria-label="Notes" />
  </>
);

test('X-TYPE-23 Enter goes on from field to field to the button, which saves', async () => {
  const onSubmit = showForm(THREE);
  await userEvent.type(screen.getByLabelText('Name'), 'Cola{Enter}');
  expect(focused()).toBe('Unit');
  await userEvent.type(screen.getByLabelText('SKU'), '5449000000996{Enter}');
  expect(focused()).toBe('Notes');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('X-TYPE-23 from the last field it goes on to the button, and Enter there saves', async () => {
  const onSubmit = showForm(
    <>
      <input aria-label="Name" />
      <input aria-label="SKU" />
    </>,
  );
  await userEvent.type(screen.getByLabelText('SKU'), '5449000000996{Enter}');
  expect([focused(), onSubmit.mock.calls.length]).toEqual(['Save', 0]);
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('X-TYPE-23 Ctrl+Enter saves from any field', async () => {
  const onSubmit = showForm(THREE);
  screen.getByLabelText('Name').focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('X-TYPE-23 a form of one field is sent by Enter', async () => {
  const onSubmit = showForm(<input aria-label="Name" />);
  await userEvent.type(screen.getByLabelText('Name'), 'Cola{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('X-TYPE-23 what Enter means elsewhere stays: in a text of lines, on a box, for a list of choices, while composing', () => {
  showForm(
    <>
      <textarea aria-label="Notes" />
      <input aria-label="Box" type="checkbox" />
      <input aria-label="Item" onKeyDown={(event) => event.preventDefault()} />
      <input aria-label="Name" />
    </>,
  );
  const goesOn = (label: string, more: object = {}) => {
    screen.getByLabelText(label).focus();
    fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter', ...more });
    return focused() !== label;
  };
  expect(['Notes', 'Box', 'Item'].map((label) => goesOn(label))).toEqual([false, false, false]);
  expect(goesOn('Name', { isComposing: true })).toBe(false);
  expect(goesOn('Name')).toBe(true);
});
