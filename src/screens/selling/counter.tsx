import { Button, Group, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Item } from '../../../domain/items/item.ts';
import { sumMinor } from '../../../domain/money.ts';
import { itemById } from '../../../sync/store/live-reads.ts';
import { NoItemsNote } from '../../parts/list/no-items.tsx';
import { paths, rowIdOf } from '../../parts/paths.ts';
import { useReplica } from '../../state/replica.tsx';
import { closeSuccesses } from '../../state/toasts.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Basket } from './basket.tsx';
import { CategoryChips } from './category-chips.tsx';
import { ChargeBar } from './charge-bar.tsx';
import { useCounterKeys } from './counter-keys.tsx';
import { CounterLayers, type Layer } from './counter-layers.tsx';
import { CounterSearch } from './counter-search.tsx';
import './counter.css';
import { ScanSaid } from './scan-said.tsx';
import { type DraftLine, isBlankLine, isDraftDirty } from './sale-draft.ts';
import { draftTotals, lineQuantity } from './sale-figures.ts';
import { useUnfinishedSale } from './selling.tsx';
import { TileGrid } from './tile-grid.tsx';
import { useCounterActs } from './use-counter-acts.ts';
import { useParked } from './use-parked.ts';
import { useShelf, useTileList } from './use-shelf.ts';
import type { SaleForm } from './use-sale-form.ts';

/** The counter at /counter (R-CTR-01 to R-CTR-50). It shows the same unfinished sale as the form. */
export function Counter() {
  usePageTitle('Counter');
  const sale = useUnfinishedSale();
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [layer, setLayer] = useAskedLayer();
  const [isBasketOpen, setBasketOpen] = useState(false);
  const [newCustomerName, setNewCustomerName] = useState<string | null>(null);
  const parked = useParked(sale);
  const acts = useCounterActs(sale, {
    // The camera's dialog shows its results itself.
    isCovered: (layer !== null && layer !== 'camera') || newCustomerName !== null,
    whatMovesNow: parked.whatMovesNow,
    onOther: () => setLayer('other'),
    clearSearch: () => setTyped(''),
  });
  useAddedItem(acts.tile.add);
  const { forgetAnswer } = acts;
  const openLayer = (next: Layer) => {
    forgetAnswer();
    // The message would cover the amount due.
    if (next === 'pay') closeSuccesses();
    setLayer(next);
  };

  const { draft, itemsById, currency } = sale;
  const totals = draftTotals(draft, itemsById, currency);
  const lines = draft.lines.filter((line) => !isBlankLine(line));
  const inBasketByItem = useMemo(() => countByItem(draft.lines, itemsById), [draft.lines, itemsById]);
  const charge = lines.length > 0 && totals !== null ? () => openLayer('pay') : null;
  const park = () => {
    if (lines.length > 0) openLayer('park');
  };
  useCounterKeys({
    ...{ search: () => search.current?.focus(), park, help: () => openLayer('keys') },
    ...{ charge: () => charge?.(), more: () => stepLast(sale, lines, 1), less: () => stepLast(sale, lines, -1) },
  });

  return (
    <div className="k-counter k-wide-screen k-arrives" data-basket={isBasketOpen || undefined}>
      <section className="k-counter-shelf" aria-label="What is sold">
        <CounterSearch
          inputRef={search}
          typed={typed}
          onType={(text) => {
            setTyped(text);
            forgetAnswer();
          }}
          onEnter={() => void acts.enter(typed)}
          onCamera={() => openLayer('camera')}
          answer={isBasketOpen ? null : acts.answer}
        />
        <ShelfOfItems
          typed={typed}
          parkedCount={parked.sales.length}
          currency={currency}
          inBasketByItem={inBasketByItem}
          acts={acts.tile}
          onLayer={openLayer}
        />
      </section>
      <aside className="k-counter-basket" aria-label="Basket" data-layer={isBasketOpen || undefined}>
        <div className="k-basket-body">
          <Group justify="space-between" wrap="nowrap" className="k-basket-head">
            <Button component={Link} to={paths.newSale} variant="subtle" px="xs" fz="sm">
              Edit as a form
            </Button>
            <Group gap={0} wrap="nowrap">
              <Button
                variant="subtle"
                px="xs"
                fz="sm"
                aria-label="Clear basket"
                disabled={!isDraftDirty(draft)}
                onClick={() => openLayer('clear')}
              >
                Clear
              </Button>
              <Button variant="subtle" px="xs" fz="sm" disabled={lines.length === 0} onClick={park}>
                Park sale
              </Button>
            </Group>
          </Group>
          {isBasketOpen && acts.answer !== null && (
            <div role="status" className="k-basket-scan" data-found={acts.answer.isFound}>
              <ScanSaid answer={acts.answer} />
            </div>
          )}
          <Basket sale={sale} totals={totals} onAskLine={acts.askLine} onNewCustomer={setNewCustomerName} />
        </div>
        <ChargeBar
          itemCountHundredths={sumMinor([...inBasketByItem.values()])}
          finalMinor={totals?.finalMinor ?? null}
          currency={currency}
          isOpen={isBasketOpen}
          onToggle={() => setBasketOpen((isOpen) => !isOpen)}
          onCharge={charge}
        />
      </aside>
      <CounterLayers
        layer={layer}
        sale={sale}
        acts={acts}
        parked={parked}
        finalMinor={totals?.finalMinor ?? null}
        newCustomerName={newCustomerName}
        onNewCustomer={setNewCustomerName}
        onClose={() => setLayer(null)}
        onEmptied={() => setBasketOpen(false)}
      />
    </div>
  );
}

interface ShelfOfItemsProps {
  typed: string;
  parkedCount: number;
  currency: string;
  inBasketByItem: ReadonlyMap<number, number>;
  acts: ReturnType<typeof useCounterActs>['tile'];
  onLayer: (layer: Layer) => void;
}

/** The category chips and the tiles: of one category, of all, or of the hits while something is typed. */
function ShelfOfItems({ typed, parkedCount, currency, inBasketByItem, acts, onLayer }: ShelfOfItemsProps) {
  const shelf = useShelf();
  const [category, setCategory] = useState<string | null>(null);
  const list = useTileList(shelf, category, typed);
  if (shelf === undefined || list === undefined) return <LoadingText>Loading...</LoadingText>;
  return (
    <>
      <Group gap="xs" wrap="nowrap" className="k-counter-tools">
        <Button variant="default" px="sm" className="k-unshrunk" onClick={() => onLayer('other')}>
          Other amount
        </Button>
        {parkedCount > 0 && (
          <Button variant="light" px="sm" className="k-unshrunk" onClick={() => onLayer('parked')}>
            Parked ({parkedCount})
          </Button>
        )}
        <CategoryChips categories={shelf.categories} chosen={category} onChoose={setCategory} />
      </Group>
      <TileGrid
        list={list}
        currency={currency}
        inBasketByItem={inBasketByItem}
        acts={acts}
        empty={list.isSearch ? <Text py="md">No items found</Text> : <NoItemsNote />}
      />
    </>
  );
}

function stepLast(sale: SaleForm, lines: readonly DraftLine[], direction: -1 | 1): void {
  const last = lines.at(-1);
  if (last === undefined) return;
  const item = last.itemId === null ? undefined : sale.itemsById.get(last.itemId);
  sale.lineActs.step(last.key, direction, item?.unitOfMeasure ?? null);
}

/** Adds an item that was created from the counter to the basket, once (R-CTR-14). */
function useAddedItem(add: (item: Item) => void): void {
  const { database } = useReplica();
  const [params, setParams] = useSearchParams();
  const id = rowIdOf(params.get('add') ?? undefined);
  const taken = useRef<number | null>(null);
  useEffect(() => {
    if (id === null || taken.current === id) return;
    taken.current = id;
    void itemById(database, id).then((item) => {
      if (item?.isActive) add(item);
      setParams({}, { replace: true });
    });
  }, [database, id, add, setParams]);
}

/** Returns the layer over the counter. Opens the parked sales if a link asked for them (R-CTR-42). */
function useAskedLayer() {
  const [params, setParams] = useSearchParams();
  const isAsked = params.has('parked');
  const [layer, setLayer] = useState<Layer | null>(isAsked ? 'parked' : null);
  // The request is removed from the address, so that a reload of the counter opens nothing.
  useEffect(() => {
    if (isAsked) setParams({}, { replace: true });
  }, [isAsked, setParams]);
  return [layer, setLayer] as const;
}

function countByItem(
  lines: readonly DraftLine[],
  itemsById: ReadonlyMap<number, Pick<Item, 'unitOfMeasure'>>,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const line of lines) {
    if (line.itemId === null) continue;
    const quantity = lineQuantity(line, itemsById.get(line.itemId)?.unitOfMeasure ?? null) ?? 0;
    counts.set(line.itemId, (counts.get(line.itemId) ?? 0) + quantity);
  }
  return counts;
}
