import { useHasNoItems } from '../../app/no-items.tsx';
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
