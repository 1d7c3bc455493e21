import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { LeaveGuard } from '../../app/leave-guard.tsx';
import { paths } from '../../app/paths.ts';
import { useReplica } from '../../state/replica.tsx';
import { useSession } from '../../state/session.ts';
import { useShop } from '../../state/shop.ts';
import { showFailure } from '../../state/toasts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { useValidatedForm } from '../../ui/form.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import type { FormImage } from './form-images.ts';
import { ItemFormFields } from './item-form-fields.tsx';
import { itemFormSchema, type ItemInput, NEW_ITEM_VALUES } from './item-form.ts';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';
import { useCreateItem } from './use-create-item.ts';

/** /items/new (R-INEW-01 to R-INEW-41). */
export function NewItem() {
  usePageTitle('New Item');
  const { role } = useReplica();
  const create = useCreateItem();
  const shop = useShop();
  const navigate = useNavigate();
  const saving = useOneAtATime();
  const [images, setImages] = useState<FormImage[]>([]);
  const currency = shop.currency ?? ITEM_CURRENCY_FALLBACK;

  const save = async (input: ItemInput) => {
    // Logging out in another tab may come while the form is filled in (C-032).
    if (useSession.getState().status !== 'signed-in') {
      return showFailure('Authentication Required', 'Please log in to create items');
    }
    await create({
      build: ({ mintId }) => ({
        ...input,
        currency,
        id: mintId(),
        openingMovementId: input.initialStockHundredths > 0 && input.trackStock ? mintId() : null,
      }),
      images,
      failed: 'Failed to save item. Please try again.',
      showErrors,
    });
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: NEW_ITEM_VALUES,
    schema: itemFormSchema,
    onSubmit: (input) => saving.start(() => save(input)),
  });

  return (
    <Screen>
      <form {...formProps} className="k-screen-form">
        <Stack>
          <Anchor component={Link} to={paths.newItemAdvanced} className="k-choice">
            Advanced
          </Anchor>
          <ItemFormFields
            form={form}
            businessCategoryId={shop.businessCategoryId}
            currency={currency}
            role={role}
            item={null}
            images={images}
            onImages={setImages}
          />
        </Stack>
        <ActionBar>
          <Group grow wrap="nowrap">
            <Button variant="default" size="lg" disabled={saving.isBusy} onClick={() => void navigate(paths.items)}>
              Cancel
            </Button>
            <Button type="submit" size="lg" px="xs" loading={saving.isBusy}>
              Create item
            </Button>
          </Group>
        </ActionBar>
      </form>
      <LeaveGuard isDirty={form.isDirty() || images.length > 0} />
    </Screen>
  );
}
