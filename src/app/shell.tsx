import { Container } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { useAppUpdate } from '../platform/app-update.ts';
import { useDirtyForm } from '../state/dirty-form.ts';
import { LoadingText } from '../ui/card-list.tsx';
import { useShownTitle } from '../ui/page-title.tsx';
import { UpdatePrompt } from '../ui/update-prompt.tsx';
import { BottomNav } from './bottom-nav.tsx';
import { COLUMN_WIDTH } from './theme.ts';
import { TopBar } from './top-bar.tsx';

const MAIN_ID = 'main';
/** While a dialog locks the scrolling, what bears this class keeps its place beside a scroll bar that went (react-remove-scroll). */
const FIXED = 'right-scroll-bar-position';

/**
 * What stands around every signed-in screen: fixed top bar, one column, fixed bottom navigation. By hand: Mantine's
 * AppShell brings what resizes and hides bars, 9 KB before the first screen (docs/decisions/0035).
 */
export function Shell() {
  const title = useShownTitle();
  const main = useFocusOnArrival();
  return (
    <div className="k-shell">
      <a className="k-skip-link" href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <header className={`k-top-bar ${FIXED}`}>
        <TopBar />
      </header>
      <main id={MAIN_ID} ref={main} tabIndex={-1} aria-label={title} className="k-main">
        <Container size={COLUMN_WIDTH} px="md" py="md">
          <UpdateOffer />
          <Suspense fallback={<LoadingText>Loading...</LoadingText>}>
            <Outlet />
          </Suspense>
        </Container>
      </main>
      <footer className={`k-bottom-bar ${FIXED}`}>
        <BottomNav />
      </footer>
      <ScrollRestoration />
    </div>
  );
}

function UpdateOffer() {
  const { isWaiting, apply } = useAppUpdate();
  const isFormDirty = useDirtyForm((state) => state.isDirty);
  return <UpdatePrompt onReload={isWaiting ? apply : null} isFormDirty={isFormDirty} />;
}

/** After going to another screen the keyboard and the reader start at its content, not at the link left behind. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    const active = document.activeElement;
    // A screen that put the focus into its own first field knows better.
    if (active === null || active === document.body || !main.current?.contains(active)) {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
  return main;
}
