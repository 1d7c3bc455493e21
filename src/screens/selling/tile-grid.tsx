import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { VList } from 'virtua';
import { Tile, type TileActs } from './tile.tsx';
import { type TileList, useTileRows } from './use-shelf.ts';

/** The sizes of the style sheet. A row of tiles has a fixed height, so that nothing moves while scrolling. */
const TILE_PX = { minWidth: 112, height: 156, gap: 8 };
const COLUMNS_MIN = 3;
/** Rows rendered above and below the visible ones. */
const BUFFER_PX = 2 * (TILE_PX.height + TILE_PX.gap);

interface TileGridProps {
  list: TileList;
  currency: string;
  inBasketByItem: ReadonlyMap<number, number>;
  acts: TileActs;
  /** Shown instead of the tiles if there are none. */
  empty: ReactNode;
}

/** The grid of tiles. Of ten thousand tiles only those in view are rendered (R-CTR-01). */
export function TileGrid({ list, currency, inBasketByItem, acts, empty }: TileGridProps) {
  const { ids, firstRows } = list;
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const rows = useMemo(
    () =>
      Array.from({ length: Math.ceil(ids.length / columns) }, (_, row) =>
        ids.slice(row * columns, (row + 1) * columns),
      ),
    [ids, columns],
  );
  return (
    <div ref={box} className="k-tiles" role="group" aria-label="Items">
      {ids.length === 0 ? (
        empty
      ) : (
        <VList key={list.key} data={rows} itemSize={TILE_PX.height + TILE_PX.gap} bufferSize={BUFFER_PX}>
          {(rowIds, index) => (
            <TileRow
              key={index}
              ids={rowIds}
              firstRows={firstRows}
              currency={currency}
              inBasketByItem={inBasketByItem}
              acts={acts}
            />
          )}
        </VList>
      )}
    </div>
  );
}

type TileRowProps = Pick<TileList, 'ids' | 'firstRows'> & Pick<TileGridProps, 'currency' | 'inBasketByItem' | 'acts'>;

/** One row of tiles. Renders again only if its own props change: a tap on a tile renders that row. */
const TileRow = memo(function TileRow({ ids, firstRows, currency, inBasketByItem, acts }: TileRowProps) {
  const rowsById = useTileRows(ids, firstRows);
  return (
    <div className="k-tiles-row">
      {ids.map((id) => {
        const item = rowsById.get(id);
        // An empty tile holds the space until the item's row is read.
        if (item === undefined) return <div key={id} className="k-tile" />;
        const inBasketHundredths = inBasketByItem.get(id) ?? 0;
        return <Tile key={id} item={item} currency={currency} inBasketHundredths={inBasketHundredths} acts={acts} />;
      })}
    </div>
  );
}, isSameRow);

function isSameRow({ inBasketByItem, ...before }: TileRowProps, { inBasketByItem: counts, ...after }: TileRowProps) {
  return (
    before.ids === after.ids &&
    before.firstRows === after.firstRows &&
    before.currency === after.currency &&
    before.acts === after.acts &&
    after.ids.every((id) => inBasketByItem.get(id) === counts.get(id))
  );
}

/** Measures how many tiles fit in a row. Also sets the number for the style sheet. */
function useColumns(box: RefObject<HTMLDivElement | null>): number {
  const [columns, setColumns] = useState(COLUMNS_MIN);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const fitting = Math.floor((element.clientWidth + TILE_PX.gap) / (TILE_PX.minWidth + TILE_PX.gap));
      const count = Math.max(COLUMNS_MIN, fitting);
      element.style.setProperty('--k-tile-columns', String(count));
      setColumns(count);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return columns;
}
