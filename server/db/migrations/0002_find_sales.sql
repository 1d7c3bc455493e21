-- Two questions about sales that must not read all of them: which are unpaid, however old (SYN-12), and whether a payment
-- method is used (R-PAY-12).

create index sale_unpaid on sale (business_id, created_at_ms desc, id desc) where status = 'pending' and not deleted;

alter table sale
  add column payment_method_id bigint generated always as ((doc ->> 'paymentMethodId')::bigint) stored;
create index sale_payment_method on sale (business_id, payment_method_id) where payment_method_id is not null;
