import { Input, NativeSelect, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { TextArea } from '../../ui/text-area.tsx';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { ITEM_DESCRIPTION_CHARS_MAX, ITEM_NAME_CHARS_MAX, type ItemType } from '../../../domain/item.ts';
import { itemCategoriesOf } from '../../../domain/item-category.ts';
import { seesCost } from '../../../domain/permission.ts';
import { UNITS_OF_SALE } from '../../../domain/quantity.ts';
import type { UserRole } from '../../../domain/user.ts';
import { AmountField } from './amount-field.tsx';
import { CategoryFields } from './category-fields.tsx';
import type { ItemFormValues } from './item-form.ts';

export type ItemForm = UseFormReturnType<ItemFormValues>;

export interface ItemFormFieldsProps {
  form: ItemForm;
  businessCategoryId: number | null;
  currency: string;
  role: UserRole;
}

/** The kind of business that every other kind's items fit into. */
const OTHER_BUSINESS = 7;

const TYPES: { value: ItemType; label: string }[] = [
  { value: 'product', label: 'Product' },
  { value: 'service', label: 'Service' },
];
const UNITS = [{ value: '', label: 'No unit' }, ...UNITS_OF_SALE.map((unit) => ({ value: unit, label: unit }))];

/** R-INEW-01 to R-INEW-26, C-092. */
export function ItemFormFields({ form, businessCategoryId, currency, role }: ItemFormFieldsProps) {
  const isProduct = form.values.type === 'product';
  const categories = itemCategoriesOf(businessCategoryId ?? OTHER_BUSINESS);
  return (
    <>
      <TextInput label="Name" autoComplete="off" maxLength={ITEM_NAME_CHARS_MAX} {...form.getInputProps('name')} />
      <NativeSelect
        label="Category"
        data={[
          { value: '', label: 'Choose a category' },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('itemCategoryId')}
      />
      <CategoryFields form={form} />
      <TypeChoice form={form} />
      <AmountField form={form} field="priceMinor" label="Selling price" currency={currency} />
      {/* C-097: staff never see what an item costs. */}
      {seesCost(role) && (
        <AmountField
          form={form}
          field="costPriceMinor"
          label="Cost price"
          currency={currency}
          description="Optional. Only admins see it."
        />
      )}
      {isProduct && (
        <TextInput
          label="Initial stock"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          {...form.getInputProps('initialStockHundredths')}
        />
      )}
      <NativeSelect label="Unit of sale" data={UNITS} {...form.getInputProps('unitOfMeasure')} />
      <TextInput
        label="SKU"
        description="Optional. The code on the shelf or the barcode."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={120}
        {...form.getInputProps('sku')}
      />
      <TextArea label="Description" maxLength={ITEM_DESCRIPTION_CHARS_MAX} {...form.getInputProps('description')} />
      {/* R-INEW-17: a service has none. */}
      {isProduct && <AdvancedSettings form={form} />}
    </>
  );
}

function TypeChoice({ form }: { form: ItemForm }) {
  const labelId = useId();
  return (
    <div>
      <Input.Label id={labelId} labelElement="div" size="md">
        Type
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        data={TYPES}
        value={form.values.type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
    </div>
  );
}

/** R-INEW-18, R-INEW-19, C-089. */
function AdvancedSettings({ form }: { form: ItemForm }) {
  const { advancedEnabled, trackStock } = form.values;
  return (
    <Stack>
      <Switch
        label="Advanced settings"
        checked={advancedEnabled}
        onChange={(event) => {
          const isOn = event.currentTarget.checked;
          form.setValues({ advancedEnabled: isOn, trackStock: isOn });
        }}
      />
      {advancedEnabled && (
        <>
          <Switch
            label="Track stock"
            description="Off: this item is sold without being counted."
            checked={trackStock}
            onChange={(event) => form.setFieldValue('trackStock', event.currentTarget.checked)}
          />
          <TextInput
            label="Reorder level"
            description="Optional. At this stock or below it, the item is shown as low."
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            placeholder="5"
            {...form.getInputProps('reorderLevelHundredths')}
          />
        </>
      )}
    </Stack>
  );
}
