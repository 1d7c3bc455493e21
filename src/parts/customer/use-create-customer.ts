import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import type { CustomerInput } from './customer-form.ts';
import { type Saved, saved } from '../form/save.ts';

/** Returns a function that saves a new customer and shows the result in a toast (R-CUST-18, R-CUST-19, M20). */
export function useCreateCustomer(): (input: CustomerInput, act: string) => Promise<Saved<'customer.create'>> {
  const { run } = useReplica();
  return async (input, act) => {
    const result = await saved(run('customer.create', ({ mintId }) => ({ id: mintId(), ...input }), act));
    if (result.ok) showSuccess('Customer created', 'The customer has been created successfully.');
    else showFailure('Failed to create customer. Please try again.', result.reason);
    return result;
  };
}
