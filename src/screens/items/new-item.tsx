import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { newItemAdvancedLink } from '../../parts/paths.ts';
import { useReplica } from '../../state/replica.tsx';
import { useSession } from '../../state/session.ts';
import { useShop } from '../../state/shop.ts';
import { showFailure } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { useGoBack } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type SavingWork, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { ItemFormActions } from './item-form-actions.tsx';
import { ItemFormFields } from './item-form-fields.tsx';
import { itemFormSchema, type ItemInput, NEW_ITEM_VALUES } from './item-form.ts';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';
import { useCreateItem } from './use-create-item.ts';
import { hasImages, noImages, useFormImages } from './use-form-images.ts';
import { useScannedCode } from './use-scanned-code.ts';

/** /items/new (R-INEW-01 to R-INEW-41). */
export function NewItem() {
  usePageTitle('New Item');
  const { role } = useReplica();
  const create = useCreateItem();
  const shop = useShop();
  const saving = useOneAtATime();
  const pictures = useFormImages(noImages);
  const currency = shop.currency ?? ITEM_CURRENCY_FALLBACK;
  const { code, giveUpTo, ...after } = useScannedCode();
  const goBack = useGoBack(giveUpTo);

  const save = async (input: ItemInput): SavingWork => {
    // Logging out in another tab may come while the form is filled in (C-032).
    if (useSession.getState().status !== 'signed-in') {
      return showFailure('Authentication Required', 'Please log in to create items');
    }
    const images = await pictures.taken();
    if (images === null) return;
    return await create({
      build: ({ mintId }) => ({
        ...input,
        currency,
        id: mintId(),
        openingMovementId: input.initialStockHundredths > 0 && input.trackStock ? mintId() : null,
      }),
      act: saving.act,
      images,
      failed: 'Failed to save item. Please try again.',
      showErrors,
      ...after,
    });
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: code === null ? NEW_ITEM_VALUES : { ...NEW_ITEM_VALUES, sku: code },
    schema: itemFormSchema,
    onSubmit: (input) => saving.start(() => save(input)),
  });

  return (
    <Screen>
      <form {...formProps} className="k-screen-form k-form-grid">
        <Stack>
          <Anchor component={Link} to={newItemAdvancedLink(code)} className="k-choice">
            Advanced
          </Anchor>
          <ItemFormFields
            form={form}
            businessCategoryId={shop.businessCategoryId}
            currency={currency}
            role={role}
            item={null}
            pictures={pictures}
          />
        </Stack>
        <ItemFormActions submitLabel="Create item" onCancel={() => void goBack()} isBusy={saving.isBusy} />
      </form>
      <LeaveGuard isDirty={form.isDirty() || hasImages(pictures)} />
    </Screen>
  );
}
