import { FetchingShop } from '../../parts/list/fetching-shop.tsx';
import { useHasNoItems } from '../../parts/list/no-items.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KeptNotice } from './kept-notice.tsx';
import { OtherZone } from './other-zone.tsx';
import { ParkedInEvening } from './parked-in-evening.tsx';

/** Notices that Home shows only now and then. */
export function HomeNotices() {
  return (
    <>
      <FetchingShop />
      <KeptNotice />
      <OtherZone />
      <ParkedInEvening />
      {useHasNoItems() && <FirstSteps />}
    </>
  );
}
