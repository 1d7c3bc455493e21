import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { itemCategoriesOf } from '../../../domain/item-category.ts';
import { ITEM_NAME_CHARS_MAX } from '../../../domain/item.ts';
import { saved } from '../../app/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { CategoryFields } from './category-fields.tsx';
import { itemFormSchema, NEW_ITEM_VALUES } from './item-form.ts';

const OTHER_BUSINESS = 7;

/** R-LEG-02: the quick way to an item, by the same rules and the same act as the form (M38). */
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
          run('item.create', ({ mintId }) => ({
            ...input,
            currency,
            id: mintId(),
            openingMovementId: input.initialStockHundredths > 0 ? mintId() : null,
          })),
        );
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Error', result.reason ?? 'Failed to save item. Please try again.');
        }
        showSuccess('Success', 'The item has been created successfully.');
        onClose();
      }),
  });
  const categories = itemCategoriesOf(businessCategoryId ?? OTHER_BUSINESS);
  return (
    <Modal opened onClose={onClose} title="New Product" closeOnClickOutside={false}>
      <form {...formProps}>
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            autoComplete="off"
            maxLength={ITEM_NAME_CHARS_MAX}
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label="Category"
            data={[
              { value: '', label: 'Choose a category' },
              ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.getInputProps('itemCategoryId')}
          />
          <CategoryFields form={form} />
          <TextInput
            label="Selling price"
            leftSection={currency}
            leftSectionWidth={`${currency.length + 2}ch`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            {...form.getInputProps('priceMinor')}
          />
          <TextInput
            label="Initial stock"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            {...form.getInputProps('initialStockHundredths')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={saving.isBusy}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isBusy}>
              Create product
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
