import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { createSearchParams, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { withQuery } from '../ui/list/list-location.ts';
import { useIsWide } from '../ui/wide.ts';
import { paths, searchedPaths } from '../parts/paths.ts';

/** Browsers limit how often an address may change; a pause in typing is enough to search. */
const TYPING_PAUSE_MS = 150;

export interface HeaderSearchProps {
  isAutoFocused?: boolean;
  /** Where the box took the place of the title: gives it back. */
  onClose?: () => void;
}

/**
 * The search of every list screen (C-034). Its text is the address's `q`; the box is drawn anew for every screen, so
 * leaving one clears it. On a screen that is no list, Enter searches the items.
 */
export function HeaderSearch({ isAutoFocused = false, onClose }: HeaderSearchProps) {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const query = params.get('q') ?? '';
  // Beside a detail the list is there to be searched.
  const isWide = useIsWide();
  const isList = searchedPaths.has(isWide ? pathname.replace(/\/\d+$/, '') : pathname);
  const [isEmpty, setEmpty] = useState(query === '');

  const written = useRef(query);

  const search = useDebouncedCallback((text: string) => {
    written.current = text.trim();
    setParams((old) => withQuery(old, text.trim()), { replace: true });
  }, TYPING_PAUSE_MS);

  // The address may also change from elsewhere, by the Back button. A change that the box made itself must not
  // overwrite text that was typed since.
  useEffect(() => {
    if (input.current === null || written.current === query) return;
    written.current = query;
    input.current.value = query;
    setEmpty(query === '');
  }, [query]);

  const typed = (text: string) => {
    setEmpty(text === '');
    if (isList) search(text);
  };
  const clear = () => {
    if (input.current !== null) input.current.value = '';
    typed('');
    search.flush();
    input.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search.flush();
    const text = input.current?.value.trim() ?? '';
    if (!isList && text !== '') void navigate({ pathname: paths.items, search: `?${createSearchParams({ q: text })}` });
  };
  const close = () => {
    clear();
    onClose?.();
  };

  return (
    <form role="search" className="k-search" onSubmit={submit}>
      {onClose !== undefined && (
        <ActionIcon aria-label="Close search" onClick={close}>
          <IconArrowLeft size={24} aria-hidden />
        </ActionIcon>
      )}
      <TextInput
        ref={input}
        type="search"
        className="k-search-box"
        aria-label="Search"
        placeholder="Search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        defaultValue={query}
        autoFocus={isAutoFocused}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={isEmpty ? null : <CloseButton aria-label="Clear search" onClick={clear} />}
        onChange={(event) => typed(event.currentTarget.value)}
      />
    </form>
  );
}
