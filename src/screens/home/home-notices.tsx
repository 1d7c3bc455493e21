import { useHasNoItems } from '../../state/empty-shop.ts';
import { FirstSteps } from './first-steps.tsx';
import { KeptNotice } from './kept-notice.tsx';

/** What Home says only now and then. */
export function HomeNotices() {
  return (
    <>
      <KeptNotice />
      {useHasNoItems() && <FirstSteps />}
    </>
  );
}
