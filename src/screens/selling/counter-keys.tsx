import { Kbd, Modal, Table } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Table.css';

/** Actions of a laptop's keys on the counter (R-CTR-50). */
export interface KeyActs {
  search: () => void;
  more: () => void;
  less: () => void;
  park: () => void;
  charge: () => void;
  help: () => void;
}

/** The counter's search stands empty again after Enter: '+' is one more of what was found, not a name. */
const isEmptySearch = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && target.dataset['keysWhenEmpty'] !== undefined && target.value === '';
const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable]') !== null &&
  !isEmptySearch(target);
const isInDialog = (): boolean => document.querySelector('[role="dialog"]') !== null;

/**
 * Hears the keys while the counter stands and no dialog is over it. A field that has the focus keeps its signs, but for
 * the search while it is empty.
 */
export function useCounterKeys(acts: KeyActs): void {
  const latest = useRef(acts);
  // With the drawing itself: on a slow phone a later effect would leave a key to the basket of before.
  useLayoutEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isInDialog()) return;
      const act = actOf(event, latest.current);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

function actOf({ key, ctrlKey, metaKey, target }: KeyboardEvent, acts: KeyActs): (() => void) | undefined {
  if (key === 'F2') return acts.search;
  if (key === 'F8') return acts.park;
  if (key === 'F9' || (key === 'Enter' && (ctrlKey || metaKey))) return acts.charge;
  if (ctrlKey || metaKey || isTypedIn(target)) return undefined;
  if (key === '/') return acts.search;
  if (key === '+') return acts.more;
  if (key === '-') return acts.less;
  return key === '?' ? acts.help : undefined;
}

const KEYS: readonly [keys: readonly string[], what: string][] = [
  [['/', 'F2'], 'Search or scan'],
  [['Enter'], 'Add the item of the code, or the first that was found'],
  [['+', '-'], 'One more or one less of the last line'],
  [['F8'], 'Park sale'],
  [['F9', 'Ctrl + Enter'], 'Charge'],
  [['Esc'], 'Back'],
  [['?'], 'These keys'],
];

export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys of the counter">
      <Table>
        <Table.Tbody>
          {KEYS.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
