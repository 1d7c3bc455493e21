import '@mantine/core/styles/Switch.css';
import { Input, SegmentedControl, Stack, Switch } from '@mantine/core';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { QuantityField } from '../../ui/form/quantity-field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import type { UseFormReturnType } from '@mantine/form';
import { type ChangeEvent, memo, useCallback, useId } from 'react';
import {
  type Item,
  ITEM_DESCRIPTION_CHARS_MAX,
  ITEM_NAME_CHARS_MAX,
  type ItemType,
  typeLock,
} from '../../../domain/items/item.ts';
import { itemCategoriesOfShop, itemCategoryById } from '../../../domain/items/item-category.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import { UNITS_OF_SALE } from '../../../domain/quantity.ts';
import type { UserRole } from '../../../domain/people/user.ts';
import { AmountField, type AmountFieldProps } from './amount-field.tsx';
import { CategoryFields, OtherFields } from './category-fields.tsx';
import type { FormImages } from './use-form-images.ts';
import { ImageField } from './image-field.tsx';
import type { ItemFormValues } from './item-form.ts';
import { SameSku } from './same-sku.tsx';

export type ItemForm = UseFormReturnType<ItemFormValues>;

export interface ItemFormFieldsProps {
  form: ItemForm;
  businessCategoryId: number | null;
  currency: string;
  role: UserRole;
  pictures: FormImages;
  /** The item that is edited; null for a new one. */
  item: Item | null;
  /** True if its stock has ever moved. */
  hasMoved?: boolean;
}

const TYPES: { value: ItemType; label: string }[] = [
  { value: 'product', label: 'Product' },
  { value: 'service', label: 'Service' },
];
const UNITS = [{ value: '', label: 'No unit' }, ...UNITS_OF_SALE.map((unit) => ({ value: unit, label: unit }))];

/** The fields of an item (R-INEW-01 to R-INEW-26, C-092). */
export function ItemFormFields(props: ItemFormFieldsProps) {
  const { form, businessCategoryId, currency, role, item, pictures, hasMoved = false } = props;
  const { values, errors } = form;
  const isProduct = values.type === 'product';
  const amount = (field: AmountFieldProps['field']) => ({
    ...{ field, currency, text: values[field], error: errors[field], onText: form.setFieldValue },
  });
  return (
    <>
      <TextField label="Name" autoComplete="off" maxLength={ITEM_NAME_CHARS_MAX} {...form.getInputProps('name')} />
      <SelectField
        label="Category"
        data={categoryChoices(businessCategoryId, item)}
        {...form.getInputProps('itemCategoryId')}
      />
      {item?.subCategory && (
        <TextField label="Sub-category" autoComplete="off" maxLength={120} {...form.getInputProps('subCategory')} />
      )}
      <CategoryFields form={form} />
      <OtherFields form={form} />
      <TypeChoice type={values.type} onType={form.setFieldValue} lockedBecause={item && typeLock(item, hasMoved)} />
      <AmountField label="Selling price" {...amount('priceMinor')} />
      {/* C-097: staff never see what an item costs. */}
      {seesCost(role) && (
        <AmountField label="Cost price" description="Optional. Only admins see it." {...amount('costPriceMinor')} />
      )}
      {/* R-IEDIT-03: later the stock changes only by movements. */}
      {isProduct && item === null && (
        <QuantityField label="Initial stock" {...form.getInputProps('initialStockHundredths')} />
      )}
      <SelectField label="Unit of sale" data={unitChoices(item)} {...form.getInputProps('unitOfMeasure')} />
      <Stack>
        <TextField
          label="SKU"
          description="Optional. The code on the shelf or the barcode."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={120}
          {...form.getInputProps('sku')}
        />
        <SameSku sku={values.sku} itemId={item?.id ?? null} />
      </Stack>
      <ImageField
        images={pictures.images}
        isTaking={pictures.isTaking}
        onChange={pictures.change}
        onAdd={pictures.add}
      />
      <TextArea label="Description" maxLength={ITEM_DESCRIPTION_CHARS_MAX} {...form.getInputProps('description')} />
      {/* R-INEW-17: a service has none. */}
      {isProduct && <AdvancedSettings form={form} isLockedOn={item?.advancedEnabled ?? false} />}
    </>
  );
}

/** The shop's categories, and the item's own if it is none of these. */
function categoryChoices(businessCategoryId: number | null, item: Item | null) {
  const categories = itemCategoriesOfShop(businessCategoryId);
  const choices = categories.map(({ id, name }) => ({ value: String(id), label: name }));
  const own = item?.itemCategoryId ? itemCategoryById(item.itemCategoryId) : undefined;
  if (own && !categories.includes(own)) choices.push({ value: String(own.id), label: own.name });
  return [{ value: '', label: 'Choose a category' }, ...choices];
}

/** The listed units, and the item's own if it is spelled otherwise. */
function unitChoices(item: Item | null) {
  const own = item?.unitOfMeasure;
  const isListed = !own || UNITS.some(({ value }) => value === own);
  return isListed ? UNITS : [...UNITS, { value: own, label: own }];
}

interface TypeChoiceProps {
  type: ItemType;
  onType: (field: 'type', type: ItemType) => void;
  /** Why it cannot be changed; null if it can. */
  lockedBecause: string | null;
}

const TypeChoice = memo(function TypeChoice({ type, onType, lockedBecause }: TypeChoiceProps) {
  const labelId = useId();
  return (
    <div>
      <Input.Label id={labelId} labelElement="div" size="md">
        Type
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        data={TYPES}
        value={type}
        // Somebody who had chosen 'Service' before the stock moved must be able to go back.
        disabled={lockedBecause !== null && type === 'product'}
        onChange={(chosen) => onType('type', chosen)}
      />
      {lockedBecause !== null && <Input.Description mt={4}>{lockedBecause}</Input.Description>}
    </div>
  );
});

const SwitchField = memo(Switch);

/** R-INEW-18, R-INEW-19, R-IEDIT-11, C-089. */
function AdvancedSettings({ form, isLockedOn }: { form: ItemForm; isLockedOn: boolean }) {
  const { values, setValues, setFieldValue } = form;
  const { advancedEnabled, trackStock } = values;
  const turnAdvanced = useCallback(
    ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
      setValues({ advancedEnabled: checked, trackStock: checked }),
    [setValues],
  );
  const turnTracking = useCallback(
    (event: ChangeEvent<HTMLInputElement>) => setFieldValue('trackStock', event.currentTarget.checked),
    [setFieldValue],
  );
  return (
    <Stack>
      <SwitchField
        label="Advanced settings"
        checked={advancedEnabled}
        disabled={isLockedOn}
        {...(isLockedOn ? { description: 'Once on, they stay on.' } : {})}
        onChange={turnAdvanced}
      />
      {advancedEnabled && (
        <>
          <SwitchField
            label="Track stock"
            description="Off: this item is sold without being counted."
            checked={trackStock}
            onChange={turnTracking}
          />
          <QuantityField
            label="Reorder level"
            description="Optional. At this stock or below it, the item is shown as low."
            placeholder="5"
            {...form.getInputProps('reorderLevelHundredths')}
          />
        </>
      )}
    </Stack>
  );
}
