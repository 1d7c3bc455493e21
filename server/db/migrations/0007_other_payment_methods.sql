-- A payment method is used also where only a payment of a sale was made by it. Few sales have such a payment, so only
-- those stand in the index.

alter table sale
  add column other_method_ids jsonb generated always as (
    jsonb_path_query_array(doc, 'lax $.payments[*].paymentMethodId ? (@ != null && @ != $.paymentMethodId)')
  ) stored;
create index sale_other_method on sale using gin (other_method_ids) where other_method_ids <> '[]';
