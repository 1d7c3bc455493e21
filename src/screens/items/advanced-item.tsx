import { Autocomplete, Button, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ChangeEvent, memo, useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { ITEM_DESCRIPTION_CHARS_MAX, ITEM_NAME_CHARS_MAX } from '../../../domain/items/item.ts';
import {
  brandSuggestions,
  ITEM_CONDITIONS,
  ITEM_SIZES,
  itemOfLegacy,
  LEGACY_CATEGORY_NAMES,
  legacyCategoryOf,
  type LegacyItem,
  legacyItemSchema,
  legacyReorderLevel,
  subCategoriesOf,
} from '../../../domain/items/legacy-item.ts';
import { formatQuantity, UNITS_OF_SALE } from '../../../domain/quantity.ts';
import { brandsOf } from '../../../sync/store/item-lists.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { paths } from '../../parts/paths.ts';
import { useLive } from '../../state/replica.tsx';
import { useSession } from '../../state/session.ts';
import { useShop } from '../../state/shop.ts';
import { EmptyText } from '../../ui/list/card-list.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { useGoBack } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { QuantityField } from '../../ui/form/quantity-field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { type SavingWork, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { ImageField } from './image-field.tsx';
import { ItemFormActions } from './item-form-actions.tsx';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';
import { amountOf, quantityOf } from '../../parts/form/typed-number.ts';
import { PriceField } from './price-field.tsx';
import { useCreateItem } from './use-create-item.ts';
import { hasImages, noImages, useFormImages } from './use-form-images.ts';
import { useScannedCode } from './use-scanned-code.ts';

const EMPTY = {
  ...{ category: '', subCategory: '', name: '', unitOfMeasure: '', condition: '', priceMinor: '' },
  ...{ initialStockHundredths: '', brand: '', size: '', description: '' },
};

/** The texts as typed, named as in the schema. A blank number is null, and gets its own message. */
const formSchema = v.pipe(
  v.custom<typeof EMPTY>((input) => typeof input === 'object' && input !== null),
  v.transform((values) => ({
    ...values,
    priceMinor: values.priceMinor.trim() === '' ? Number.NaN : amountOf(values.priceMinor),
    initialStockHundredths: quantityOf(values.initialStockHundredths),
  })),
  legacyItemSchema,
);

const withBlank = (blank: string, options: readonly string[]) => [
  { value: '', label: blank },
  ...options.map((option) => ({ value: option, label: option })),
];

/** /items/new/advanced: 'Add New Item' (R-LEG-05 to R-LEG-34, C-027, C-028). */
export function AdvancedItem() {
  usePageTitle('Add New Item');
  const isSignedIn = useSession(({ status }) => status === 'signed-in');
  return isSignedIn ? <AdvancedItemForm /> : <SignInFirst />;
}

/** Shown for a moment when the session has ended (R-LEG-06, R-LEG-07, C-032). */
function SignInFirst() {
  return (
    <EmptyText
      title="Authentication Required"
      hint="Please log in to create items"
      action={
        <Button component={Link} to={paths.login} mt="sm">
          Go to Login
        </Button>
      }
    />
  );
}

function AdvancedItemForm() {
  const create = useCreateItem();
  const shop = useShop();
  const { code, giveUpTo, ...after } = useScannedCode();
  const goBack = useGoBack(giveUpTo);
  const saving = useOneAtATime();
  const pictures = useFormImages(noImages);
  const currency = shop.currency ?? ITEM_CURRENCY_FALLBACK;

  const save = async (legacy: LegacyItem): SavingWork => {
    const images = await pictures.taken();
    if (images === null) return;
    return await create({
      build: ({ mintId }) => ({
        ...itemOfLegacy(legacy, currency),
        sku: code,
        id: mintId(),
        openingMovementId: mintId(),
      }),
      act: saving.act,
      images,
      failed: 'Failed to create item',
      showErrors,
      ...after,
    });
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY,
    schema: formSchema,
    onSubmit: (legacy) => saving.start(() => save(legacy)),
  });
  return (
    <Screen>
      <form {...formProps} className="k-screen-form k-form-grid">
        <Stack>
          {code !== null && <Text className="k-breakable">{`The item gets the code ${code}, which was scanned.`}</Text>}
          <AdvancedFields form={form} currency={currency} businessCategoryId={shop.businessCategoryId} />
          <ImageField
            images={pictures.images}
            isTaking={pictures.isTaking}
            onChange={pictures.change}
            onAdd={pictures.add}
          />
          <TextArea label="Description" maxLength={ITEM_DESCRIPTION_CHARS_MAX} {...form.getInputProps('description')} />
        </Stack>
        <ItemFormActions submitLabel="Add item" onCancel={() => void goBack()} isBusy={saving.isBusy} />
      </form>
      {/* R-LEG-09 to R-LEG-11. */}
      <LeaveGuard isDirty={form.isDirty() || hasImages(pictures)} leaveLabel="Leave page" stayLabel="Stay on page" />
    </Screen>
  );
}

interface AdvancedFieldsProps {
  form: UseFormReturnType<typeof EMPTY>;
  currency: string;
  businessCategoryId: number | null;
}

const SuggestField = memo(Autocomplete);

function AdvancedFields({ form, currency, businessCategoryId }: AdvancedFieldsProps) {
  const { category, subCategory, initialStockHundredths } = form.values;
  const used = useLive(
    async (shopDatabase) => (subCategory === '' ? [] : await brandsOf(shopDatabase, subCategory)),
    [subCategory],
  );
  const brands = useMemo(() => brandSuggestions(subCategory, used ?? []), [subCategory, used]);
  const stock = quantityOf(initialStockHundredths);
  const { setValues } = form;
  const chooseCategory = useCallback(
    (event: ChangeEvent<HTMLSelectElement>) => setValues({ category: event.currentTarget.value, subCategory: '' }),
    [setValues],
  );

  return (
    <>
      <SelectField
        label="Category"
        data={withBlank('Choose a category', ownFirst(legacyCategoryOf(businessCategoryId)))}
        {...form.getInputProps('category')}
        onChange={chooseCategory}
      />
      <SelectField
        label="Sub-category"
        disabled={category === ''}
        data={withBlank(
          'Choose a sub-category',
          subCategoriesOf(category).map(({ name }) => name),
        )}
        {...form.getInputProps('subCategory')}
      />
      <TextField label="Name" autoComplete="off" maxLength={ITEM_NAME_CHARS_MAX} {...form.getInputProps('name')} />
      <SuggestField
        label="Brand"
        description="Optional."
        maxLength={120}
        data={brands}
        {...form.getInputProps('brand')}
      />
      <SelectField
        label="Unit of sale"
        data={withBlank('Choose a unit', UNITS_OF_SALE)}
        {...form.getInputProps('unitOfMeasure')}
      />
      <SelectField
        label="Condition"
        data={withBlank('Choose a condition', ITEM_CONDITIONS)}
        {...form.getInputProps('condition')}
      />
      <SelectField label="Size" data={withBlank('No size', ITEM_SIZES)} {...form.getInputProps('size')} />
      <PriceField label="Price" currency={currency} {...form.getInputProps('priceMinor')} />
      <Stack>
        <QuantityField label="Initial stock" {...form.getInputProps('initialStockHundredths')} />
        {stock > 0 && (
          <Text size="sm" c="dimmed">
            {`At ${formatQuantity(legacyReorderLevel(stock))} or below, the item is shown as low.`}
          </Text>
        )}
      </Stack>
    </>
  );
}

/** Puts the shop's own category before the others. */
const ownFirst = (own: string): readonly string[] =>
  own === '' ? LEGACY_CATEGORY_NAMES : [own, ...LEGACY_CATEGORY_NAMES.filter((name) => name !== own)];
