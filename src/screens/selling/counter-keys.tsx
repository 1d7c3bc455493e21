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

/** True for the counter's empty search field, as after Enter: '+' there adds one more item, it is not typed text. */
const isEmptySearch = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && target.dataset['keysWhenEmpty'] !== undefined && target.value === '';
const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable]') !== null &&
  !isEmptySearch(target);
const isInDialog = (): boolean => document.querySelector('[role="dialog"]') !== null;

/**
 * Listens for the keys while the counter is shown and no dialog covers it. A focused field gets its characters itself,
 * except the search field while it is empty.
 */
export function useCounterKeys(acts: KeyActs): void {
  const latest = useRef(acts);
  // A layout effect: with an effect after the paint, a key on a slow phone would act on the previous basket.
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
