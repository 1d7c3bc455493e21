import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { Sql } from '../database.ts';

export interface MethodWithUse {
  method: PaymentMethod;
  isUsedInSales: boolean;
  createdByUsername: string | null;
}

/**
 * Reads all methods of the business, aliases and archived ones too, with the user who added each, and whether a sale or
 * a payment uses it.
 */
export async function readMethodsWithUse(sql: Sql, businessId: number): Promise<MethodWithUse[]> {
  const found = await sql.query<{ version: number; doc: PaymentMethod; is_used: boolean; username: string | null }>(
    `select m.version, m.doc, u.doc ->> 'username' as username,
       exists (select 1 from sale s where s.business_id = $1 and s.payment_method_id = m.id and not s.deleted)
         or exists (select 1 from sale s where s.business_id = $1 and s.other_method_ids <> '[]'
           and s.other_method_ids @> to_jsonb(m.id) and not s.deleted) as is_used
     from payment_method m
     left join app_user u on u.business_id = m.business_id and u.id = (m.doc ->> 'createdByUserId')::bigint
     where m.business_id = $1 and not m.deleted order by m.id`,
    [businessId],
    'payment_method_use',
  );
  return found.map(({ version, doc, is_used, username }) => ({
    method: { ...doc, version },
    isUsedInSales: is_used,
    createdByUsername: username,
  }));
}
