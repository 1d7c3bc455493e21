-- What a document that moves money must find: another sale with the same transaction's id. Few sales bear one, so only
-- those stand in the index. Compared without case, of plain letters.

alter table sale
  add column transaction_keys jsonb generated always as (
    lower(jsonb_path_query_array(doc, 'lax $.transactionId ? (@ != null)')::text collate "C")::jsonb
    || lower(jsonb_path_query_array(doc, 'lax $.payments[*].transactionId ? (@ != null)')::text collate "C")::jsonb
  ) stored;
create index sale_transaction on sale using gin (transaction_keys) where transaction_keys <> '[]';

-- And another purchase with the same invoice's number.
alter table purchase
  add column invoice_key text generated always as (lower(btrim(doc ->> 'invoiceNumber') collate "C")) stored;
create index purchase_invoice on purchase (business_id, invoice_key) where invoice_key is not null;
