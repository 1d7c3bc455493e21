import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { assert } from '../../domain/assert.ts';
import { useIsBesideDetail } from './wide.ts';

const APP_NAME = 'Kaunta';

interface TitlePlace {
  title: string;
  setTitle: (title: string) => void;
}

const TitleContext = createContext<TitlePlace | null>(null);

/** Holds the title of the current screen, for the top bar. */
export function PageTitleProvider({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState('');
  const place = useMemo(() => ({ title, setTitle }), [title]);
  return <TitleContext value={place}>{children}</TitleContext>;
}

/** Sets the screen's title in the top bar (R-SHELL-03) and in the browser's tab. */
export function usePageTitle(title: string): void {
  const { setTitle } = useTitlePlace();
  const isBesideDetail = useIsBesideDetail();
  useEffect(() => {
    // A list beside its detail does not set the title: the detail does.
    if (isBesideDetail) return;
    setTitle(title);
    document.title = `${title} · ${APP_NAME}`;
  }, [title, setTitle, isBesideDetail]);
}

export function useShownTitle(): string {
  return useTitlePlace().title;
}

function useTitlePlace(): TitlePlace {
  const place = useContext(TitleContext);
  assert(place !== null, 'A screen stands inside PageTitleProvider');
  return place;
}
