import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSameRows } from '../../../src/state/same-rows.ts';

interface Row {
  id: number;
  name: string;
}

test('a row that was read again without a change is the same object, a changed one is the new', () => {
  const { result, rerender } = renderHook(() => useSameRows<Row>());
  const soap = { id: 1, name: 'Soap' };
  const salt = { id: 2, name: 'Salt' };
  expect(result.current([soap, salt])).toEqual([soap, salt]);
  rerender();
  const renamed = { ...salt, name: 'Sea salt' };
  const read = result.current([renamed, { ...soap }]);
  expect(read[0]).toBe(renamed);
  expect(read[1]).toBe(soap);
  // The changed row is the one that is known from now on.
  expect(result.current([{ ...renamed }])[0]).toBe(renamed);
});

test('the function is the same at every render', () => {
  const { result, rerender } = renderHook(() => useSameRows<Row>());
  const first = result.current;
  rerender();
  expect(result.current).toBe(first);
});
