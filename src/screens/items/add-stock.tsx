import { Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { itemById } from '../../../sync/store/live-reads.ts';
import { paths, rowIdOf } from '../../parts/paths.ts';
import { useHeldRow } from '../../state/held-row.ts';
import { useLive } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { nextFrame } from '../../ui/next-frame.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { AddStockChoices } from './add-stock-choices.tsx';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';
import { StockAdditionForm } from './stock-addition-form.tsx';
import { STOCK_NOT_COUNTED, StockText } from './stock-text.tsx';

/** The screen /add-stock (R-STK-01 to R-STK-25): first the item, which is then part of the address, then how much. */
export function AddStock() {
  usePageTitle('Add Stock');
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const shop = useShop();
  const id = rowIdOf(params.get('item') ?? undefined);
  const chosen = useLive(async (database) => (id === null ? null : ((await itemById(database, id)) ?? null)), [id]);
  const isReading = id !== null && chosen === undefined;
  // While the item of a new address is read, the old one is not shown.
  const isOfBefore = id === null || (chosen ? chosen.id !== id : chosen === undefined);
  const counted = chosen && tracksStock(chosen) ? chosen : null;
  const item = useHeldRow(isOfBefore ? undefined : counted, STOCK_NOT_COUNTED) ?? null;
  const currency = shop.currency ?? ITEM_CURRENCY_FALLBACK;
  const choose = (next: Item) => setParams({ item: String(next.id) });
  const change = () => setParams({});

  const leave = async () => {
    await nextFrame();
    await navigate(paths.items);
  };
  return (
    <Screen>
      <StickyHeader backTo={paths.root} />
      {item !== null && <ChosenItem item={item} currency={currency} onChange={change} />}
      {item !== null && (
        <Card component="section" aria-label="Add stock">
          <StockAdditionForm
            key={item.id}
            item={item}
            currency={currency}
            onCancel={change}
            onAdded={() => void leave()}
          />
        </Card>
      )}
      {item === null && !isReading && <ItemChoice currency={currency} onChoose={choose} />}
    </Screen>
  );
}

/**
 * A dialog with the items, open at once (R-STK-02, R-STK-06). Closed without a choice it leaves a focused button that
 * opens it again.
 */
function ItemChoice({ currency, onChoose }: { currency: string; onChoose: (item: Item) => void }) {
  const [isOpen, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} variant="default" size="lg" fullWidth onClick={() => setOpen(true)}>
        Select Item
      </Button>
      {isOpen && (
        <Modal opened onClose={close} title="Select Item" size="lg" returnFocus={false}>
          <AddStockChoices currency={currency} onChoose={onChoose} />
        </Modal>
      )}
    </>
  );
}

/** R-STK-11, R-STK-13. */
function ChosenItem({ item, currency, onChange }: { item: Item; currency: string; onChange: () => void }) {
  return (
    <Card component="section" aria-label="Item">
      <Stack gap="xs">
        <Title order={2} size="h4" className="k-breakable">
          {item.name}
        </Title>
        <Text size="lg" fw={700}>
          <MoneyText amountMinor={item.priceMinor} currency={currency} decimals={2} />
        </Text>
        <StockText item={item} />
        <Group justify="space-between">
          <Text size="sm" className="k-figures">
            Item ID: {item.id}
          </Text>
          <Button variant="default" onClick={onChange}>
            Change Item
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
