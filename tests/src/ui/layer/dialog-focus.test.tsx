import { Menu, Modal, Popover, TextInput } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDialogFocus } from '../../../../src/ui/layer/dialog-focus.ts';
import { renderPart } from '../../../support/screens/app-harness.tsx';

/* Dialogs in a page with late timers: they run when the test says so. */
let stop: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const PEOPLE = ['by its mark', 'by its place'] as const;

function openDialog(first: (typeof PEOPLE)[number]): { name: HTMLElement; phone: HTMLElement } {
  renderPart(
    <Modal opened onClose={() => undefined} withCloseButton={false} transitionProps={{ duration: 0 }}>
      <TextInput label="Name" {...(first === 'by its mark' ? { 'data-autofocus': true } : {})} />
      <TextInput label="Phone" />
    </Modal>,
  );
  return { name: screen.getByLabelText('Name'), phone: screen.getByLabelText('Phone') };
}
const runLateTimers = () => act(() => void vi.runAllTimers());

for (const first of PEOPLE) {
  test(`X-TYPE-50 a dialog (first field ${first}) that is late with its focus leaves it where somebody types by now`, () => {
    stop = keepDialogFocus(document);
    const { phone } = openDialog(first);
    act(() => phone.focus());
    runLateTimers();
    expect(document.activeElement).toBe(phone);
  });

  test(`X-TYPE-50 nobody was quicker: a dialog (first field ${first}) puts the focus into its first field`, () => {
    stop = keepDialogFocus(document);
    const { name } = openDialog(first);
    runLateTimers();
    expect(document.activeElement).toBe(name);
  });
}

test('X-TYPE-50 a tap between the fields does not keep a dialog from its first field', () => {
  stop = keepDialogFocus(document);
  const { name } = openDialog('by its mark');
  act(() => screen.getByRole('dialog').focus());
  runLateTimers();
  expect(document.activeElement).toBe(name);
});

const OPENED = {
  'popover, as the bell': (
    <Popover opened trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <button>Open</button>
      </Popover.Target>
      <Popover.Dropdown>
        <button>First</button>
        <button>Second</button>
      </Popover.Dropdown>
    </Popover>
  ),
  'menu, as of a receipt': (
    <Menu opened withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button>Open</button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>First</Menu.Item>
        <Menu.Item>Second</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  ),
};

test.each(Object.entries(OPENED))(
  'X-TYPE-50 a %s that is late leaves the focus where the keys went',
  (_name, opened) => {
    stop = keepDialogFocus(document);
    renderPart(opened);
    const second = screen.getByText('Second').closest('button') as HTMLElement;
    act(() => second.focus());
    runLateTimers();
    expect(document.activeElement).toBe(second);
  },
);
