import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PickerChoice, SearchPicker } from '../../../../src/ui/form/search-picker.tsx';
import { declaredStyle } from '../../../support/screens/sales-screens.tsx';
import { renderPart } from '../../../support/screens/app-harness.tsx';

const choice = (id: number, label: string, detail?: string): PickerChoice =>
  detail === undefined ? { id, label } : { id, label, detail };
const FIRST = [1, 2, 3, 4, 5].map((id) => choice(id, `Item ${id}`));
const SOAP = choice(77, 'Soap', 'UGX 1,500.00 · 3 in stock');

const search = vi.fn<(term: string) => Promise<readonly PickerChoice[]>>();
const onSearchFailed = vi.fn<(error: unknown) => void>();
const onPick = vi.fn<(picked: PickerChoice) => void>();
const onCreate = vi.fn<(typed: string) => void>();

interface PickerProps {
  value?: PickerChoice | null;
  isOpenedAtFirst?: boolean;
  isFirstTakenByEnter?: boolean;
}

function Picker({ value = null, isOpenedAtFirst = false, isFirstTakenByEnter = false }: PickerProps) {
  const [picked, setPicked] = useState(value);
  return (
    <SearchPicker
      label="Item"
      placeholder="Choose an item"
      value={picked}
      suggestions={FIRST}
      search={search}
      onSearchFailed={onSearchFailed}
      onPick={(next) => {
        onPick(next);
        setPicked(next);
      }}
      onClear={() => setPicked(null)}
      emptyText="No items found"
      isOpenedAtFirst={isOpenedAtFirst}
      isFirstTakenByEnter={isFirstTakenByEnter}
      create={{ label: 'New item', onCreate }}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Item' });
const open = () => fireEvent.click(field());
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const options = () => screen.queryAllByRole('option').map((option) => option.firstChild?.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  search.mockResolvedValue([SOAP]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe('a picker', () => {
  test("R-PICK-06 C-115 shows the first five of the list when it opens, and 'Type to search'", () => {
    renderPart(<Picker />);
    expect(options()).toEqual([]);
    open();
    expect(options().slice(0, 5)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4', 'Item 5']);
    expect(screen.getByText('Type to search')).toBeTruthy();
  });

  test('R-PICK-07 the list is at most 15rem high', () => {
    renderPart(<Picker />);
    open();
    const list = screen.getByRole('listbox');
    expect(list.style.maxHeight).toBe('15rem');
    expect(declaredStyle(list, 'overflow-y')).toContain('auto');
  });

  test('R-PICK-02 searches for nothing while nothing, or only blanks, are typed', async () => {
    renderPart(<Picker />);
    open();
    await wait(1_000);
    type('   ');
    await wait(1_000);
    expect(search).not.toHaveBeenCalled();
    expect(options()[0]).toBe('Item 1');
  });

  test('R-PICK-03 searches 300 ms after the last letter, once', async () => {
    renderPart(<Picker />);
    type('so');
    await wait(200);
    type('soa');
    await wait(299);
    expect(search).not.toHaveBeenCalled();
    await wait(1);
    expect(search.mock.calls).toEqual([['soa']]);
    expect(options()[0]).toBe('Soap');
    expect(screen.getByText('UGX 1,500.00 · 3 in stock')).toBeTruthy();
    expect(screen.queryByText('Type to search')).toBeNull();
  });

  test('R-PICK-01 searches nothing once it is closed', async () => {
    renderPart(<Picker />);
    type('soap');
    await wait(200);
    fireEvent.blur(field());
    await wait(1_000);
    expect(search).not.toHaveBeenCalled();
    expect(field().value).toBe('');
  });

  test('an answer that comes after a newer question is not shown', async () => {
    const slow = Promise.withResolvers<PickerChoice[]>();
    search.mockReturnValueOnce(slow.promise);
    renderPart(<Picker />);
    type('so');
    await wait(300);
    type('soap');
    await wait(300);
    expect(options()[0]).toBe('Soap');
    slow.resolve([choice(5, 'Sorghum')]);
    await wait(0);
    expect(options()[0]).toBe('Soap');
  });

  test('R-PICK-05 a search that fails is told to whoever logs it, and finds nothing', async () => {
    const failure = new Error('no storage');
    search.mockRejectedValue(failure);
    renderPart(<Picker />);
    type('soap');
    await wait(300);
    expect(onSearchFailed).toHaveBeenCalledExactlyOnceWith(failure);
    expect(screen.getByText('No items found')).toBeTruthy();
    expect(options()).toEqual(['New item']);
  });

  test('R-PICK-04 what is chosen stays shown, whatever the list or a search holds', async () => {
    renderPart(<Picker value={choice(900, 'Old radio')} />);
    expect(field().value).toBe('Old radio');
    open();
    expect(field().placeholder).toBe('Old radio');
    type('soap');
    await wait(300);
    fireEvent.blur(field());
    expect(field().value).toBe('Old radio');
  });

  test('picks by keyboard alone', async () => {
    renderPart(<Picker />);
    fireEvent.keyDown(field(), { code: 'ArrowDown', key: 'ArrowDown' });
    await wait(0);
    fireEvent.keyDown(field(), { code: 'ArrowDown', key: 'ArrowDown' });
    fireEvent.keyDown(field(), { code: 'Enter', key: 'Enter' });
    expect(onPick).toHaveBeenCalledExactlyOnceWith(FIRST[1]);
    expect(field().value).toBe('Item 2');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('R-CTR-11 Enter takes the first hit, also before the list shows it; with nothing found nothing is taken', async () => {
    const enter = () => fireEvent.keyDown(field(), { code: 'Enter', key: 'Enter' });
    search.mockResolvedValue([SOAP, choice(2, 'Soap dish')]);
    renderPart(<Picker isFirstTakenByEnter />);
    type('soap');
    enter();
    await wait(0);
    expect(onPick).toHaveBeenCalledExactlyOnceWith(SOAP);
    expect(screen.queryByRole('listbox')).toBeNull();
    search.mockResolvedValue([]);
    type('nothing');
    enter();
    await wait(0);
    expect(onPick).toHaveBeenCalledOnce();
  });

  test('gives the choice back, and the focus to the field', () => {
    renderPart(<Picker value={SOAP} />);
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(field());
  });

  test('offers to make what is missing, with what was typed', async () => {
    renderPart(<Picker />);
    type(' Soda ');
    await wait(300);
    fireEvent.click(screen.getByRole('option', { name: 'New item' }));
    expect(onCreate).toHaveBeenCalledExactlyOnceWith('Soda');
    expect(onPick).not.toHaveBeenCalled();
  });

  test('opens by itself where it was asked for, with the focus in it', () => {
    renderPart(<Picker isOpenedAtFirst />);
    expect(options()[0]).toBe('Item 1');
    expect(document.activeElement).toBe(field());
  });
});

describe('the room for its list', () => {
  /** A field whose upper edge is so far down a window of 1,000 px. */
  function at(topPx: number) {
    vi.stubGlobal('innerHeight', 1_000);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: topPx } as DOMRect);
    const scrolled = vi.fn<(place?: unknown) => void>();
    Element.prototype.scrollIntoView = function scroll(this: Element, place?: unknown) {
      if (this === field()) scrolled(place);
    };
    return scrolled;
  }
  afterEach(() => {
    Element.prototype.scrollIntoView = () => undefined;
    vi.unstubAllGlobals();
  });

  test('a field in the lower part of the window is scrolled to its top as its list opens, so that the list fits over the keyboard', () => {
    const scrolled = at(300);
    renderPart(<Picker />);
    expect(scrolled).not.toHaveBeenCalled();
    open();
    expect(scrolled.mock.calls).toEqual([[{ block: 'start' }]]);
  });

  test('a field with room below it stays where it is', () => {
    const scrolled = at(299);
    renderPart(<Picker />);
    open();
    expect(scrolled).not.toHaveBeenCalled();
  });
});
