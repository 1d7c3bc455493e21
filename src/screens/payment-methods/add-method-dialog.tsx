import { Radio, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useId, useMemo, useState } from 'react';
import * as v from 'valibot';
import {
  METHOD_NAME_TAKEN,
  newPaymentMethodSchema,
  PAYMENT_METHOD_ICONS,
  PAYMENT_METHOD_NAME_CHARS_MAX,
  type PaymentMethod,
  type PaymentMethodIcon,
  paymentMethodNameKey,
} from '../../../domain/sales/payment-method.ts';
import { paymentMethodsOf } from '../../../sync/store/live-reads.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { saved } from '../../parts/form/save.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { NameField } from '../../ui/form/name-field.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { METHOD_ICONS } from './method-icons.ts';

/** The methods that shops most often add to Cash (C-053), with their icons. */
const SUGGESTIONS: readonly { name: string; icon: PaymentMethodIcon }[] = [
  { name: 'Mobile Money', icon: 'Phone' },
  { name: 'Bank Transfer', icon: 'Building' },
  { name: 'Credit', icon: 'CreditCard' },
];

interface Values extends Record<string, unknown> {
  name: string;
  icon: PaymentMethodIcon;
}

/** The form for a new payment method (R-PAY-02 to R-PAY-04, R-PAY-14 to R-PAY-16, R-PAY-19, R-PAY-20, M28). */
export function AddMethodDialog({ onClose }: { onClose: () => void }) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  const known = useLive(paymentMethodsOf, []);
  const schema = useMemo(() => schemaBeside(known ?? []), [known]);
  const [isIconChosen, setIconChosen] = useState(false);
  const listId = useId();

  const save = async ({ name, icon }: Values) => {
    const result = await saved(run('paymentMethod.create', ({ mintId }) => ({ id: mintId(), name, icon }), saving.act));
    if (!result.ok) {
      showErrors(result.issues);
      return showFailure('Failed to create payment method', result.reason);
    }
    showSuccess('Payment method created successfully');
    onClose();
    return SPENT;
  };
  const { form, formProps, showErrors } = useValidatedForm<Values, typeof schema>({
    initialValues: { name: '', icon: 'CreditCard' },
    schema,
    onSubmit: (input) => saving.start(() => save(input)),
  });
  const nameProps = form.getInputProps('name');
  const typeName = (name: string) => {
    form.setFieldValue('name', name);
    const meant = SUGGESTIONS.find((each) => paymentMethodNameKey(each.name) === paymentMethodNameKey(name));
    if (meant && !isIconChosen) form.setFieldValue('icon', meant.icon);
  };

  return (
    <FormDialog title="Add payment method" isDirty={form.isDirty()} isBusy={saving.isBusy} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <NameField
              list={listId}
              classNames={{ input: 'k-suggests' }}
              description="Such as Mobile Money, Bank Transfer, or Credit for what is paid later"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={PAYMENT_METHOD_NAME_CHARS_MAX}
              {...nameProps}
              onChange={(event) => typeName(event.currentTarget.value)}
            />
            <datalist id={listId}>
              {suggestedBeside(known ?? []).map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <IconChoice
              value={form.values.icon}
              onChange={(icon) => {
                setIconChosen(true);
                form.setFieldValue('icon', icon);
              }}
            />
            <DialogButtons submitLabel="Add method" onCancel={close} isBusy={saving.isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

/** The choice of the icon (R-PAY-03). */
function IconChoice({ value, onChange }: { value: PaymentMethodIcon; onChange: (icon: PaymentMethodIcon) => void }) {
  return (
    <Radio.Group label="Icon" value={value} onChange={onChange}>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing={0}>
        {PAYMENT_METHOD_ICONS.map((icon) => {
          const { label, Icon } = METHOD_ICONS[icon];
          return (
            <Radio
              key={icon}
              value={icon}
              size="md"
              classNames={{ body: 'k-radio', label: 'k-radio-label' }}
              label={
                <>
                  <Icon size={20} aria-hidden />
                  {label}
                </>
              }
            />
          );
        })}
      </SimpleGrid>
    </Radio.Group>
  );
}

/**
 * Returns the schema of the form. The name must differ from the existing names in more than case and outer blanks
 * (R-PAY-16).
 */
function schemaBeside(known: readonly PaymentMethod[]) {
  const { name, icon } = newPaymentMethodSchema.entries;
  return v.object({
    name: v.pipe(
      name,
      v.rawCheck(({ dataset, addIssue }) => {
        const sameName = dataset.typed ? methodNamed(known, dataset.value) : undefined;
        if (sameName)
          addIssue({
            message: sameName.isArchived
              ? `${METHOD_NAME_TAKEN}. It is archived: restore it below.`
              : METHOD_NAME_TAKEN,
          });
      }),
    ),
    icon,
  });
}

const suggestedBeside = (known: readonly PaymentMethod[]): string[] =>
  SUGGESTIONS.map(({ name }) => name).filter((name) => methodNamed(known, name) === undefined);

const methodNamed = (known: readonly PaymentMethod[], name: string): PaymentMethod | undefined =>
  known.find((each) => each.aliasOfId === null && paymentMethodNameKey(each.name) === paymentMethodNameKey(name));
