import { useCallback, useState } from 'react';

/**
 * Returns a function that replaces each row that was read again without a change by its former object, so that its
 * component is not rendered again. It is the same function at every render.
 */
export function useSameRows<Row extends { id: number }>(): (rows: readonly Row[]) => Row[] {
  const [known] = useState(() => new Map<number, { row: Row; text: string }>());
  return useCallback(
    (rows) =>
      rows.map((row) => {
        const text = JSON.stringify(row);
        const before = known.get(row.id);
        if (before?.text === text) return before.row;
        known.set(row.id, { row, text });
        return row;
      }),
    [known],
  );
}
