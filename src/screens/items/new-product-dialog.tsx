import { Stack } from '@mantine/core';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { itemCategoriesOfShop } from '../../../domain/items/item-category.ts';
import { ITEM_NAME_CHARS_MAX } from '../../../domain/items/item.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { NameField } from '../../ui/form/name-field.tsx';
import { QuantityField } from '../../ui/form/quantity-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { CategoryFields } from './category-fields.tsx';
import { itemFormSchema, NEW_ITEM_VALUES } from './item-form.ts';
import { PriceField } from './price-field.tsx';

/** A short form for a new item, with the rules and the mutation of the full form (R-LEG-02, M38). */
export function NewProductDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const { run } = useReplica();
  const { businessCategoryId } = useShop();
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: NEW_ITEM_VALUES,
    schema: itemFormSchema,
    onSubmit: (input) =>
      saving.start(async () => {
        const result = await saved(
          run(
            'item.create',
            ({ mintId }) => ({
              ...input,
              currency,
              id: mintId(),
              openingMovementId: input.initialStockHundredths > 0 ? mintId() : null,
            }),
            saving.act,
          ),
        );
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Error', result.reason ?? 'Failed to save item. Please try again.');
        }
        showSuccess('Success', 'The item has been created successfully.');
        onClose();
        return SPENT;
      }),
  });
  const categories = itemCategoriesOfShop(businessCategoryId);
  return (
    <FormDialog title="New Product" isDirty={form.isDirty()} isBusy={saving.isBusy} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <NameField maxLength={ITEM_NAME_CHARS_MAX} {...form.getInputProps('name')} />
            <SelectField
              label="Category"
              data={[
                { value: '', label: 'Choose a category' },
                ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              {...form.getInputProps('itemCategoryId')}
            />
            <CategoryFields form={form} />
            <PriceField label="Selling price" currency={currency} {...form.getInputProps('priceMinor')} />
            <QuantityField label="Initial stock" {...form.getInputProps('initialStockHundredths')} />
            <DialogButtons submitLabel="Create product" onCancel={close} isBusy={saving.isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
