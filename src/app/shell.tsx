import { lazy, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useAppUpdate } from '../platform/worker/app-update.ts';
import { useFinishedSale } from '../state/finished-sale.ts';
import { useDirtyForm } from '../state/dirty-form.ts';
import { LoadingText } from '../ui/list/card-list.tsx';
import { useShownTitle } from '../ui/page-title.tsx';
import { UpdatePrompt } from '../ui/update-prompt.tsx';
import { chunk } from './chunk.tsx';
import { LaterPlaces } from './later-places.tsx';
import { MainNav } from './main-nav.tsx';
import { TopBar } from './top-bar.tsx';

const finishedSheet = chunk(async () => (await import('../parts/receipt/finished-sale.tsx')).FinishedSaleSheet);
// The sale is saved, and the toast says so: what only offers its receipt must not take the screen away.
const NoSheet: Awaited<ReturnType<typeof finishedSheet.fetch>> = () => null;
const FinishedSaleSheet = lazy(async () => ({ default: await finishedSheet.fetch().catch(() => NoSheet) }));

const MAIN_ID = 'main';
/**
 * While a dialog locks the scrolling, what bears this class keeps its place beside a scroll bar that went
 * (react-remove-scroll).
 */
const FIXED = 'right-scroll-bar-position';

/**
 * The frame of every signed-in screen: fixed top bar, the screen, fixed navigation, which is a bar at the bottom of a
 * phone and a rail on the left of anything wider (docs/decisions/0051). Written by hand, because Mantine's AppShell
 * brings code to resize and hide bars, 9 KB before the first screen (docs/decisions/0035).
 */
export function Shell() {
  const title = useShownTitle();
  const main = useFocusOnArrival();
  const finished = useFinishedSale(({ sale }) => sale);
  return (
    <div className="k-shell">
      <a className="k-skip-link" href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <header className={`k-top-bar ${FIXED}`}>
        <TopBar />
      </header>
      <MainNav className={`k-main-nav ${FIXED}`} />
      <main id={MAIN_ID} ref={main} tabIndex={-1} aria-label={title} className="k-main">
        <div className="k-screen-column">
          <UpdateOffer />
          <Suspense fallback={<LoadingText>Loading...</LoadingText>}>
            <Outlet />
          </Suspense>
        </div>
      </main>
      {finished !== null && (
        <Suspense fallback={null}>
          <FinishedSaleSheet sale={finished} />
        </Suspense>
      )}
      <LaterPlaces mainId={MAIN_ID} />
    </div>
  );
}

function UpdateOffer() {
  const { isWaiting, isChosen, apply } = useAppUpdate();
  const isFormDirty = useDirtyForm((state) => state.isDirty);
  return <UpdatePrompt onReload={isWaiting ? apply : null} isReloading={isChosen} isFormDirty={isFormDirty} />;
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
