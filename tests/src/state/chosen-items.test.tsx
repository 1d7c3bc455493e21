import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ChosenItems, useChosenItems } from '../../../src/state/chosen-items.ts';
import { openShop, renderShop } from '../../support/screens/shop-screens.tsx';
import { itemRow } from '../../support/shop-rows.ts';

test('R-BROW-14 the items of all lines are there for a caller that cannot wait for the render', async () => {
  const opened = await openShop({
    rows: { item: [itemRow({ id: 1, name: 'Soap' }), itemRow({ id: 2, name: 'Salt' })] },
  });
  const calls: ChosenItems[] = [];
  const names = (items: ReadonlyMap<number, { name: string }>) => [...items].map(([id, { name }]) => [id, name]);
  function Lines() {
    const chosen = useChosenItems([1, null, 2, 1, 9]);
    calls.push(chosen);
    return <p>{chosen.itemsById.size} items</p>;
  }
  renderShop(opened, [{ path: '*', element: <Lines /> }], '/');
  // The first render has read nothing yet.
  expect(calls[0]?.itemsById.size).toBe(0);
  const read = await act(async () => await calls[0]?.readAll());
  expect(names(read ?? new Map())).toEqual([
    [1, 'Soap'],
    [2, 'Salt'],
  ]);
  expect(await screen.findByText('2 items')).toBeTruthy();
});
