import './list-and-detail.css';
import { Suspense, useMemo, useState, type ComponentType } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useDirtyForm } from '../state/dirty-form.ts';
import { LoadingText } from '../ui/list/card-list.tsx';
import { BesideProvider, ListPlaceProvider, useIsWide } from '../ui/wide.ts';

/**
 * Returns a route's component for a list and the details of its rows. Up to 1023 px the address shows one of them. From
 * 1024 px on the list stays, with the detail of the address beside it (R-WIDE-20). Neither waits for the other.
 * @param listPaths the list's own address first, then others that show it
 */
export const listAndDetail = (List: ComponentType, listPaths: readonly [string, ...string[]]): ComponentType =>
  function BoundListAndDetail() {
    return <ListAndDetail List={List} listPaths={listPaths} />;
  };

function ListAndDetail({ List, listPaths }: { List: ComponentType; listPaths: readonly [string, ...string[]] }) {
  const isWide = useIsWideOnceSaved();
  const { pathname, search } = useLocation();
  const [ownPath] = listPaths;
  const address = pathname.replace(/\/+$/, '');
  const isList = listPaths.includes(address);
  const listPath = isList ? address : ownPath;
  const place = useMemo(() => ({ listPath, search }), [listPath, search]);
  if (!isWide) return isList ? <List /> : <Outlet />;
  return (
    <ListPlaceProvider value={place}>
      <div className="k-split" {...(isList ? {} : { 'data-detail': true })}>
        <BesideProvider value={!isList}>
          <div className="k-list-pane" data-scrolls={listPath + search}>
            <Suspense fallback={<LoadingText>Loading...</LoadingText>}>
              <List />
            </Suspense>
          </div>
        </BesideProvider>
        {!isList && (
          <div className="k-detail-pane">
            <Suspense fallback={<LoadingText>Loading...</LoadingText>}>
              {/* A new component for each row: data or input of one row is never shown for another. */}
              <Outlet key={pathname} />
            </Suspense>
          </div>
        )}
      </div>
    </ListPlaceProvider>
  );
}

/**
 * Returns whether the window is wide. While a form is in progress the layout stays as it was when the form began: another
 * one mounts the detail anew, and a turned tablet would discard what is typed (R-GEN-16).
 */
function useIsWideOnceSaved(): boolean {
  const isWide = useIsWide();
  const isDirty = useDirtyForm((state) => state.isDirty);
  const [shown, setShown] = useState(isWide);
  if (shown !== isWide && !isDirty) setShown(isWide);
  return isDirty ? shown : isWide;
}
