import type { Supplier } from '../../../domain/people/supplier.ts';
import { noneFoundText } from '../../parts/list/none-found.ts';
import { usePickerRows } from '../../state/picker-rows.ts';
import { type PickerChoice, SearchPicker } from '../../ui/form/search-picker.tsx';

export interface SupplierFieldProps {
  value: { id: number; name: string } | null;
  error: string | null;
  onPick: (supplier: { id: number; name: string }) => void;
  /** Opens the form for a new supplier, with the typed text as the name. */
  onCreate: (name: string) => void;
}

/** The choice of the supplier (R-PUR-08, R-PICK-09). */
export function SupplierField({ value, error, onPick, onCreate }: SupplierFieldProps) {
  const rows = usePickerRows('supplier');
  return (
    <SearchPicker
      label="Supplier"
      placeholder="Choose a supplier"
      value={value === null ? null : { id: value.id, label: value.name }}
      suggestions={rows.suggested.map(choiceOf)}
      search={async (term) => (await rows.search(term)).map(choiceOf)}
      onSearchFailed={rows.onSearchFailed}
      onPick={({ id, label }) => onPick({ id, name: label })}
      emptyText={noneFoundText(rows, 'suppliers')}
      error={error}
      create={{ label: 'New supplier', onCreate }}
    />
  );
}

const choiceOf = (supplier: Supplier): PickerChoice => ({
  id: supplier.id,
  label: supplier.name,
  ...(supplier.phone === null ? {} : { detail: supplier.phone }),
});
