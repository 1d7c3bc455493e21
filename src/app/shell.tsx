import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useAppUpdate } from '../platform/worker/app-update.ts';
import { useFinishedSale } from '../state/finished-sale.ts';
import { useDirtyForm } from '../state/dirty-form.ts';
import { LoadingText } from '../ui/list/card-list.tsx';
import { useShownTitle } from '../ui/page-title.tsx';
import { UpdatePrompt } from '../ui/update-prompt.tsx';
import { chunk, WhenFetched } from '../ui/chunk.tsx';
import { LaterPlaces } from './later-places.tsx';
import { MainNav } from './main-nav.tsx';
import { TopBar } from './top-bar.tsx';

const finishedSheet = chunk(async () => (await import('../parts/receipt/finished-sale.tsx')).FinishedSaleSheet);
// If the receipt's sheet cannot be loaded, nothing is shown: the sale is saved, and a toast says so. The next sale loads
// it again.
const showNoSheet = () => undefined;

const MAIN_ID = 'main';
/**
 * Class of fixed elements. They do not move when a dialog locks scrolling and hides the scroll bar
 * (react-remove-scroll).
 */
const FIXED = 'right-scroll-bar-position';

/**
 * The frame of every signed-in screen: fixed top bar, screen, fixed navigation. The navigation is a bar at the bottom
 * of a phone, and a rail on the left of wider screens (docs/decisions/0051). Mantine's AppShell is not used: its code
 * to resize and hide bars adds 9 KB before the first screen (docs/decisions/0035).
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
        <WhenFetched
          key={finished.saleId}
          part={finishedSheet}
          props={{ sale: finished }}
          fallback={null}
          onFailed={showNoSheet}
        />
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

/** Moves the focus to the content of a new screen, so that keyboard and screen reader do not stay at the old link. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    const active = document.activeElement;
    // A focus that the screen has set itself is kept.
    if (active === null || active === document.body || !main.current?.contains(active)) {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
  return main;
}
