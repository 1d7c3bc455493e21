import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../domain/time.ts';
import { purchaseOfInvoice } from '../../../sync/store/supplier-reads.ts';
import { purchaseLink } from '../../parts/paths.ts';
import { useLive } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';

export interface SameInvoiceProps {
  supplierId: number | null;
  invoiceNumber: string;
  /** The purchase that the search leaves out, because it is the shown one; null for one that is not saved yet. */
  exceptId: number | null;
  /** True if the other purchase is a link. In a form it is not: a link would leave the form. */
  isLink: boolean;
}

/** Warns that this supplier's invoice was entered before. Both purchases are kept, and a person decides (M25, G47). */
export function SameInvoice({ supplierId, invoiceNumber, exceptId, isLink }: SameInvoiceProps) {
  const { timeZone } = useShop();
  const number = invoiceNumber.trim();
  const other = useLive(
    async (database) =>
      supplierId === null || number === ''
        ? undefined
        : await purchaseOfInvoice(database, { supplierId, invoiceNumber: number, exceptId }),
    [supplierId, number, exceptId],
  );
  if (other === undefined) return null;
  const text = `the purchase of ${formatDate(other.purchaseDateMs, timeZone)}`;
  return (
    <Text size="sm" fw={600} role="status" className="k-breakable">
      Same invoice number as{' '}
      {isLink ? (
        <Anchor component={Link} to={purchaseLink(other.id)} inherit>
          {text}
        </Anchor>
      ) : (
        text
      )}
    </Text>
  );
}
