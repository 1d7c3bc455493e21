import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { type Item, typeLock } from '../../../domain/items/item.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { hasMovements } from '../../../sync/store/item-history.ts';
import { itemById } from '../../../sync/store/live-reads.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { itemLink, rowIdOf } from '../../parts/paths.ts';
import { saved, savedFiles } from '../../parts/form/save.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { useGoBack } from '../../ui/list/list-location.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { formImagesOf, isSameList, keepFiles, saveList } from './form-images.ts';
import { ItemFormActions } from './item-form-actions.tsx';
import { ItemFormFields } from './item-form-fields.tsx';
import { itemEditOf, itemFormSchemaOf, itemFormValuesOf, type ItemInput } from './item-form.ts';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';
import { NoItem } from './no-item.tsx';
import { useFormImages } from './use-form-images.ts';

/** /items/{id}/edit (R-IEDIT-01 to R-IEDIT-15). */
export function EditItem() {
  usePageTitle('Edit Item');
  const id = rowIdOf(useParams().id);
  const shown = useLive(async (database) => (id === null ? null : await readItem(database, id)), [id]);
  if (id === null) return <NoItem title="Invalid Item ID" />;
  if (shown === undefined) return <LoadingText>Loading...</LoadingText>;
  if (shown === null) return <NoItem title="Item Not Found" />;
  return <EditItemForm key={id} {...shown} />;
}

async function readItem(database: ShopDatabase, id: number): Promise<{ item: Item; hasMoved: boolean } | null> {
  const item = await itemById(database, id);
  if (item === undefined) return null;
  // A stock without a movement of its own comes from sales and purchases.
  return { item, hasMoved: item.currentStockHundredths !== 0 || (await hasMovements(database, id)) };
}

function EditItemForm({ item, hasMoved }: { item: Item; hasMoved: boolean }) {
  const { run, role, database } = useReplica();
  const shop = useShop();
  const saving = useOneAtATime();
  // The values that the person saw when the form opened: the row may change meanwhile, and then the merge decides.
  const [seen, setSeen] = useState(() => {
    const values = itemFormValuesOf(item);
    return { item, values, schema: itemFormSchemaOf(values) };
  });
  const pictures = useFormImages(() => formImagesOf(seen.item.images));
  const goBack = useGoBack(itemLink(item.id));
  const leave = () => goBack({ replace: true });

  const save = async (input: ItemInput) => {
    // Typing goes on while the pictures are made ready.
    const values = form.getValues();
    const lockedBecause = input.type === seen.item.type ? null : typeLock(seen.item, hasMoved);
    if (lockedBecause !== null) return showFailure('Error', lockedBecause);
    // The pictures are stored first: if the device is full this fails, and nothing has been changed yet.
    const images = await pictures.taken();
    if (images === null) return;
    const kept = await savedFiles(keepFiles({ database }, item.id, images));
    if (!kept.ok) return showFailure('Error', kept.reason ?? 'Failed to update item');
    const edit = itemEditOf(seen.item, seen.values, input);
    if (Object.keys(edit.change).length > 0) {
      const result = await saved(run('item.edit', () => ({ id: item.id, ...edit }), saving.act));
      if (!result.ok) {
        showErrors(result.issues);
        return showFailure('Error', result.reason ?? 'Failed to save item. Please try again.');
      }
    }
    const listed = await saveList({ run }, item.id, seen.item.images, images);
    if (!listed.ok) {
      // The fields are saved: the next save begins from them, else it would be in conflict with this one.
      setSeen({ item: { ...seen.item, ...edit.change }, values, schema: seen.schema });
      saving.goOn();
      return showFailure('Error', listed.reason ?? 'Failed to update item');
    }
    markFormSaved();
    showSuccess('Success', 'The item has been updated successfully.');
    await nextFrame();
    await leave();
    return SPENT;
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: seen.values,
    schema: seen.schema,
    onSubmit: (input) => saving.start(() => save(input)),
  });

  return (
    <Screen>
      <form {...formProps} className="k-screen-form k-form-grid">
        <Stack>
          <ItemFormFields
            form={form}
            businessCategoryId={shop.businessCategoryId}
            currency={shop.currency ?? ITEM_CURRENCY_FALLBACK}
            role={role}
            item={seen.item}
            pictures={pictures}
            hasMoved={hasMoved}
          />
        </Stack>
        <ItemFormActions submitLabel="Save item" onCancel={() => void leave()} isBusy={saving.isBusy} />
      </form>
      <LeaveGuard isDirty={form.isDirty() || pictures.isTaking || !isSameList(seen.item.images, pictures.images)} />
    </Screen>
  );
}
