import { useState } from 'react';
import { CUSTOMER_IN_USE, type Customer } from '../../../domain/people/customer.ts';
import { customerFormValuesOf } from '../../parts/customer/customer-form.ts';
import { saved } from '../../parts/form/save.ts';
import { valuesOf } from '../../../sync/merge/three-way.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

export interface DeleteCustomerDialogProps {
  customer: Customer;
  /** Called with true before the row is deleted, with false if it was not deleted. */
  onDeleting: (isDeleting: boolean) => void;
  onDeleted: () => void;
  onClose: () => void;
}

/**
 * Asks before a customer is deleted (R-CUST-22 to R-CUST-26). The deletion is refused while a sale or an order names
 * them, on this device or on the server (C-116).
 */
export function DeleteCustomerDialog({ customer, onDeleting, onDeleted, onClose }: DeleteCustomerDialogProps) {
  const { run } = useReplica();
  // The row as the person saw it: a change that arrives while the question is open wins over the deletion (M21).
  const [seen] = useState(customer);
  const deleting = useOneAtATime();
  const remove = () =>
    deleting.start(async () => {
      const base = valuesOf(seen, Object.keys(customerFormValuesOf(seen)));
      onDeleting(true);
      const result = await saved(run('customer.remove', () => ({ id: customer.id, base }), deleting.act));
      if (!result.ok) {
        onDeleting(false);
        onClose();
        const reason = result.reason ?? CUSTOMER_IN_USE;
        return reason === CUSTOMER_IN_USE ? showFailure(reason) : showFailure('Failed to delete customer', reason);
      }
      showSuccess('Customer deleted', customer.name);
      onDeleted();
      return SPENT;
    });
  return (
    <ConfirmDialog
      opened
      title="Delete this customer?"
      message={`Deleting ${customer.name} may affect associated sales. A customer whom a sale or an order names cannot be deleted.`}
      confirmLabel="Delete"
      cancelLabel="Cancel"
      isDestructive
      isBusy={deleting.isBusy}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
