import type { Item } from '../../../domain/items/item.ts';
import { labelledFields } from '../../../domain/items/item-category.ts';
import { Fact } from '../../ui/facts.tsx';
import { MoneyText } from '../../ui/money-text.tsx';

/** Cost and margin. The margin is (price - cost) / price, not mark-up (C-046). */
export function CostFacts({ item, currency }: { item: Item; currency: string }) {
  const { priceMinor, costPriceMinor = null } = item;
  if (costPriceMinor === null) {
    return (
      <>
        <Fact name="Cost price">Not set</Fact>
        <Fact name="Profit margin">Not set</Fact>
      </>
    );
  }
  const marginMinor = priceMinor - costPriceMinor;
  return (
    <>
      <Fact name="Cost price">
        <MoneyText amountMinor={costPriceMinor} currency={currency} decimals={2} />
      </Fact>
      <Fact name="Profit margin">
        {((marginMinor / priceMinor) * 100).toFixed(1)}% (
        <MoneyText amountMinor={marginMinor} currency={currency} decimals={2} />)
      </Fact>
    </>
  );
}

/** The category's fields, with its labels (R-IDET-15, C-096). */
export function CustomFacts({ item }: { item: Item }) {
  return labelledFields(item).map(({ name, label, value }) => (
    <Fact key={name} name={label}>
      {value}
    </Fact>
  ));
}
