import { memo } from 'react';
import { type Customer, WALK_IN_CUSTOMER } from '../../../domain/people/customer.ts';
import { noneFoundText } from '../../parts/list/none-found.ts';
import { usePickerRows } from '../../state/picker-rows.ts';
import { type PickerChoice, SearchPicker } from '../../ui/form/search-picker.tsx';
import type { SaleDraft } from './sale-draft.ts';
import type { ChangeDraft } from './use-sale-form.ts';

export interface CustomerFieldProps {
  value: SaleDraft['customer'];
  error: string | null;
  change: ChangeDraft;
  /** Asks for a new customer, with what was typed as the name. */
  onCreate: (name: string) => void;
}

/** The customer of the sale: found by typing (R-SNEW-01), or none (R-SNEW-02). */
export const CustomerField = memo(function CustomerField({ value, error, change, onCreate }: CustomerFieldProps) {
  const rows = usePickerRows('customer');
  return (
    <SearchPicker
      label="Customer"
      placeholder={WALK_IN_CUSTOMER}
      value={value === null ? null : { id: value.id, label: value.name }}
      suggestions={rows.suggested.map(choiceOf)}
      search={async (term) => (await rows.search(term)).map(choiceOf)}
      onSearchFailed={rows.onSearchFailed}
      onPick={({ id, label }) => change({ customer: { id, name: label } })}
      onClear={() => change({ customer: null })}
      emptyText={noneFoundText(rows, 'customers')}
      error={error}
      create={{ label: 'New customer', onCreate }}
    />
  );
});

const choiceOf = (customer: Customer): PickerChoice => ({
  id: customer.id,
  label: customer.name,
  ...(customer.phone === null ? {} : { detail: customer.phone }),
});
