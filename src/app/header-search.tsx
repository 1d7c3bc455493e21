import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { createSearchParams, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { withQuery } from '../ui/list/list-location.ts';
import { useIsWide } from '../ui/wide.ts';
import { paths, searchedPaths } from '../parts/paths.ts';

/** Browsers limit how often the address may change: the search waits for a pause in typing. */
const TYPING_PAUSE_MS = 150;

export interface HeaderSearchProps {
  isAutoFocused?: boolean;
  /** Closes the box and shows the title again; absent if both are visible. */
  onClose?: () => void;
}

/**
 * The search box of every list screen (C-034). Its text is `q` of the address. Each screen gets a new box, so leaving a
 * screen clears it. On a screen without a list, Enter searches the items.
 */
export function HeaderSearch({ isAutoFocused = false, onClose }: HeaderSearchProps) {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const query = params.get('q') ?? '';
  // On a wide screen the list is visible beside a detail, so a detail's address can be searched too.
  const isWide = useIsWide();
  const isList = searchedPaths.has(isWide ? pathname.replace(/\/\d+$/, '') : pathname);
  const [isEmpty, setEmpty] = useState(query === '');

  const written = useRef(query);

  const search = useDebouncedCallback((text: string) => {
    written.current = text.trim();
    setParams((old) => withQuery(old, text.trim()), { replace: true });
  }, TYPING_PAUSE_MS);

  // The Back button and links change the address too, and the box then takes over its text. The address as the box
  // itself wrote it is ignored: it must not overwrite text that was typed since.
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
