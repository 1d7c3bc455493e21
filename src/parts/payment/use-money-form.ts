import { useMemo, useState } from 'react';
import type { MutationName } from '../../../sync/mutation/registry.ts';
import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { type OneAtATime, SPENT } from '../../ui/form/use-one-at-a-time.ts';
import type { Saved } from '../form/save.ts';
import { typedAmount } from '../form/typed-number.ts';
import { METHOD_REMOVED } from './draft-payment.ts';
import { methodArgs, type TypedMoney, typedMoneySchema } from './money-fields.tsx';
import { hasSaved } from '../../../sync/store/live-reads.ts';

/** Money that was taken or given back, without what it is for. */
export type Money = { amountMinor: number } & NonNullable<ReturnType<typeof methodArgs>>;

export interface MoneyFormOptions {
  /** The most that may be typed now; it is what the form begins with. */
  mostMinor: number;
  /** The sentence for more than that. */
  tooMuch: string;
  methods: readonly PaymentMethod[];
  saving: OneAtATime;
  /** Looks for another sale with the typed transaction ID. Returns the error to show, or null. */
  findReused?: () => Promise<string | null>;
  save: (money: Money) => Promise<Saved<MutationName>>;
  /** A choice in the form, such as 'refunded' or 'kept'. With another choice it is not the same act. */
  choice?: string;
  /** The title of the toast if it was not saved. */
  failed: string;
  /** Title and sentence of the toast once it is saved. */
  told: (money: Money) => readonly [string, string];
  onClose: () => void;
}

/** A save of which nobody knows whether it reached the disk. */
interface UnsureSave {
  money: Money;
  choice: string;
  told: readonly [string, string];
}

/**
 * A form that takes an amount and a payment method. After a save of unknown outcome the rows may hold the money already,
 * and it would be too much now. So the next tap first looks whether this opening has saved. If it has, and the form says
 * the same, that is told again; otherwise the form is checked as always (SYN-1).
 */
export function useMoneyForm({ mostMinor, tooMuch, methods, saving, choice = '', ...acts }: MoneyFormOptions) {
  const { database } = useReplica();
  const [unsure, setUnsure] = useState<UnsureSave | null>(null);
  const typeableMinor = Math.max(mostMinor, unsure?.money.amountMinor ?? 0);
  const schema = useMemo(() => typedMoneySchema(typeableMinor, tooMuch), [typeableMinor, tooMuch]);
  const finish = (told: readonly [string, string]): typeof SPENT => {
    showSuccess(...told);
    acts.onClose();
    return SPENT;
  };
  const submit = (money: Money) =>
    saving.start(async () => {
      const isSaved = unsure !== null && (await hasSaved(database, saving.act));
      if (isSaved && unsure.choice === choice && isSame(money, unsure.money)) return finish(unsure.told);
      if (!isSaved && money.amountMinor > mostMinor) return void showErrors({ amountMinor: tooMuch });
      const reused = (await acts.findReused?.()) ?? null;
      if (reused !== null) return void showErrors({ transactionId: reused });
      const told = acts.told(money);
      const result = await acts.save(money);
      if (result.ok) return finish(told);
      if (result.mayBeSaved) setUnsure({ money, choice, told });
      showErrors(result.issues);
      return showFailure(acts.failed, result.reason);
    });
  const initialValues: TypedMoney = {
    amountMinor: typedAmount(mostMinor),
    paymentMethodId: String(methods[0]?.id ?? ''),
    transactionId: '',
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues,
    schema,
    onSubmit: ({ amountMinor, ...how }) => {
      const paidBy = methodArgs(methods, how);
      if (paidBy === null) return void showErrors({ paymentMethodId: METHOD_REMOVED });
      return submit({ amountMinor, ...paidBy });
    },
  });
  return { form, formProps, submit, unsureMoney: unsure?.choice === choice ? unsure.money : null };
}

const isSame = (one: Money, other: Money): boolean =>
  one.amountMinor === other.amountMinor &&
  one.paymentMethodId === other.paymentMethodId &&
  one.transactionId === other.transactionId;
