import { Text } from '@mantine/core';
import type { RefObject } from 'react';
import { MoneyText } from '../money-text.tsx';
import { StickyHeader } from '../sticky-header.tsx';
import { useIsInView } from '../list/use-is-in-view.ts';

/** Heights of the bars that cover the ends of a form: top bar and sticky header, action bar and bottom navigation. */
const COVERED_PX = { top: 104, bottom: 136 };

interface RunningTotalProps {
  backTo: string;
  /** The form's own total. */
  box: RefObject<HTMLElement | null>;
  /** Null if it cannot be counted. */
  totalMinor: number | null;
  currency: string;
}

/**
 * A form's back link, with the running total beside it while the form's own total is out of view (R-SNEW-11,
 * R-PLACE-32).
 */
export function RunningTotal({ backTo, box, totalMinor, currency }: RunningTotalProps) {
  const isBoxInView = useIsInView(box, COVERED_PX);
  return (
    <StickyHeader backTo={backTo}>
      {/* Hidden from screen readers: the form's own total says the same. */}
      {!isBoxInView && (
        <Text fw={700} aria-hidden>
          Total {totalMinor === null ? '-' : <MoneyText amountMinor={totalMinor} currency={currency} decimals={2} />}
        </Text>
      )}
    </StickyHeader>
  );
}
