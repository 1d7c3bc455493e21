import { fieldLabel, type ItemCategoryField } from '../../../domain/items/item-category.ts';
import { categoryFieldsOf } from './item-form.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { ItemForm } from './item-form-fields.tsx';

const FIELD_CHARS_MAX = 120;

/** The custom fields of the chosen category (R-INEW-06 to R-INEW-09). */
export function CategoryFields({ form }: { form: ItemForm }) {
  return categoryFieldsOf(form.values.itemCategoryId).map((field) => (
    <CategoryField key={field.name} form={form} field={field} />
  ));
}

/** Custom fields of the item that the category lacks: from another form, or an older category (C-096, C-107). */
export function OtherFields({ form }: { form: ItemForm }) {
  const asked = new Set(categoryFieldsOf(form.values.itemCategoryId).map(({ name }) => name));
  const others = form.values.otherFields.filter((name) => !asked.has(name));
  return others.map((name) => (
    <CategoryField
      key={name}
      form={form}
      field={{ name, label: fieldLabel(name, null), type: 'text', required: false }}
    />
  ));
}

function CategoryField({ form, field }: { form: ItemForm; field: ItemCategoryField }) {
  const path = `customFields.${field.name}`;
  const props = {
    ...form.getInputProps(path),
    // An untouched field stores no value.
    value: form.values.customFields[field.name] ?? '',
    label: field.label,
    required: field.required,
    withAsterisk: field.required,
  };
  if (field.type === 'select') {
    const options = (field.options ?? []).map((option) => ({ value: option, label: option }));
    return <SelectField {...props} data={[{ value: '', label: 'Choose' }, ...options]} />;
  }
  if (field.type === 'date') return <DateField {...props} />;
  return <TextField {...props} autoComplete="off" maxLength={FIELD_CHARS_MAX} placeholder={field.placeholder ?? ''} />;
}
