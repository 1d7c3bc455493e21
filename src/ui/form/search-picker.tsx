import '@mantine/core/styles/Combobox.css';
import './search-picker.css';
import { CloseButton, Combobox, Input, Text, TextInput, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useDelayedSearch } from '../list/use-delayed-search.ts';

export interface PickerChoice {
  id: number;
  label: string;
  /** A second line, such as price and stock. */
  detail?: string;
}

/** A choice of the list. `Choice` may also hold the record itself, for the caller. */
export interface SearchPickerProps<Choice extends PickerChoice> {
  label: string;
  placeholder: string;
  /** The chosen row. It is shown even if a search would not find it (R-PICK-04). */
  value: PickerChoice | null;
  /** Choices shown before anything is typed (R-PICK-06). */
  suggestions: readonly Choice[];
  search: (term: string) => Promise<readonly Choice[]>;
  onSearchFailed: (error: unknown) => void;
  onPick: (choice: Choice) => void;
  /** Clears the choice. Without it there is no button for that. */
  onClear?: () => void;
  emptyText: string;
  error?: string | null;
  description?: string;
  /** Opens as soon as it is rendered, ready to type: for a line that a person has just added. */
  isOpenedAtFirst?: boolean;
  /**
   * Called on Enter with no choice highlighted, for example for a complete code, which needs no search. If it picked
   * something the list closes.
   */
  onEnter?: (typed: string) => Promise<CodePick>;
  /** Enter picks the first hit if `onEnter` found nothing (R-CTR-11). */
  isFirstTakenByEnter?: boolean;
  /** Offers to create what the search does not find. */
  create?: { label: string; onCreate: (typed: string) => void };
}

/** The result of looking up a complete code. 'several': several choices have it, so none was picked. */
export type CodePick = 'picked' | 'several' | 'none';

const CREATE = 'create';

/** A field below this part of the window leaves too little room for its list, above all over a phone's keyboard. */
const LOW_PART = 0.3;

/** Scrolls a field to the top, so that its list fits above the keyboard. The style sheet lengthens the page for it. */
function makeRoomBelow(field: HTMLElement | null): void {
  if (field === null || field.getBoundingClientRect().top < window.innerHeight * LOW_PART) return;
  field.scrollIntoView({ block: 'start' });
}

/**
 * A field that finds one of many records as its name is typed (R-PICK). A tap, typing or an arrow key opens its list.
 */
export function SearchPicker<Choice extends PickerChoice>(props: SearchPickerProps<Choice>) {
  const { label, value, suggestions, emptyText, create, error = null, isOpenedAtFirst = false } = props;
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({
    defaultOpened: isOpenedAtFirst,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
  });
  const isOpen = combobox.dropdownOpened;
  useEffect(() => {
    if (isOpen) makeRoomBelow(input.current);
  }, [isOpen]);
  const search = useDelayedSearch({ term: isOpen ? typed : '', search: props.search, onFailed: props.onSearchFailed });
  const choices = search.status === 'idle' ? suggestions : search.found;

  const submit = (option: string) => {
    const choice = choices.find(({ id }) => String(id) === option);
    if (option === CREATE) create?.onCreate(typed.trim());
    else if (choice) props.onPick(choice);
    combobox.closeDropdown();
  };
  const enter = (event: KeyboardEvent) => {
    const term = typed.trim();
    if (event.key !== 'Enter' || term === '' || combobox.getSelectedOptionIndex() >= 0) return;
    void pickByEnter(props, term).then(
      (isPicked) => isPicked && combobox.closeDropdown(),
      (failure: unknown) => props.onSearchFailed(failure),
    );
  };
  const clear = () => {
    props.onClear?.();
    combobox.closeDropdown();
    input.current?.focus();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={submit} withinPortal={false}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          label={label}
          description={props.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={error}
          placeholder={value?.label ?? props.placeholder}
          value={isOpen ? typed : (value?.label ?? '')}
          autoFocus={isOpenedAtFirst}
          dir="auto"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          onClick={() => combobox.openDropdown()}
          onKeyDown={enter}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          rightSection={
            value !== null && props.onClear !== undefined ? (
              <CloseButton aria-label="Clear" onMouseDown={(event) => event.preventDefault()} onClick={clear} />
            ) : (
              <IconChevronDown size={20} aria-hidden />
            )
          }
          rightSectionPointerEvents={value !== null && props.onClear !== undefined ? 'all' : 'none'}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {/* R-PICK-07. */}
        <Combobox.Options aria-label="Choices" mah="15rem" className="k-scroll-y">
          {choices.map((choice) => (
            <ChoiceOption key={choice.id} choice={choice} isChosen={choice.id === value?.id} />
          ))}
          {create !== undefined && (
            <Combobox.Option value={CREATE} className="k-create-option">
              {create.label}
            </Combobox.Option>
          )}
        </Combobox.Options>
        <PickerHint status={search.status} isEmpty={choices.length === 0} emptyText={emptyText} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

/**
 * Resolves to true if something was picked: a complete code, or the first hit, which may not be shown yet.
 */
async function pickByEnter<Choice extends PickerChoice>(
  { onEnter, isFirstTakenByEnter = false, search, onPick }: SearchPickerProps<Choice>,
  term: string,
): Promise<boolean> {
  const ofCode = (await onEnter?.(term)) ?? 'none';
  if (ofCode !== 'none') return ofCode === 'picked';
  const [first] = isFirstTakenByEnter ? await search(term) : [];
  if (first === undefined) return false;
  onPick(first);
  return true;
}

function ChoiceOption({ choice, isChosen }: { choice: PickerChoice; isChosen: boolean }) {
  return (
    <Combobox.Option value={String(choice.id)} active={isChosen} aria-selected={isChosen} className="k-choice">
      <Text component="span" inherit className="k-breakable">
        <bdi>{choice.label}</bdi>
      </Text>
      {choice.detail !== undefined && (
        <Input.Description component="span" className="k-figures">
          {choice.detail}
        </Input.Description>
      )}
    </Combobox.Option>
  );
}

/**
 * The text with the list: that it shows only the first few (C-115), that nothing was found, or that it is searching.
 */
function PickerHint({
  status,
  isEmpty,
  emptyText,
}: {
  status: 'idle' | 'searching' | 'found';
  isEmpty: boolean;
  emptyText: string;
}) {
  if (status === 'searching' && isEmpty) return <Combobox.Empty>Searching...</Combobox.Empty>;
  if (status === 'found' && isEmpty) return <Combobox.Empty>{emptyText}</Combobox.Empty>;
  return status === 'idle' ? <Combobox.Footer>{isEmpty ? emptyText : 'Type to search'}</Combobox.Footer> : null;
}
