import { Input, SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { type FirstPage, firstPageOf, keepFirstPage } from '../../platform/first-page.ts';
import { showFailure } from '../../state/toasts.ts';

const CHOICES: { value: FirstPage; label: string }[] = [
  { value: 'home', label: 'Home' },
  { value: 'counter', label: 'Counter' },
];

/** The choice of the screen that this device opens with (R-CTR-60). */
export function FirstPageChoice() {
  const [page, setPage] = useState(() => firstPageOf(localStorage));
  const labelId = useId();
  const choose = (next: FirstPage) => {
    if (keepFirstPage(localStorage, next)) setPage(next);
    else showFailure('The choice was not kept', 'This device has no room left. Free some space and try again.');
  };
  return (
    <div>
      <Input.Label id={labelId} labelElement="div">
        Open Kaunta at
      </Input.Label>
      <SegmentedControl aria-labelledby={labelId} data={CHOICES} value={page} onChange={choose} />
    </div>
  );
}
