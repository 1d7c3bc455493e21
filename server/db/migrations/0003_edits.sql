-- What people say of Kaunta itself, and the questions that removing and settling ask.

create table feedback (
  business_id bigint not null,
  id bigint not null,
  version bigint not null,
  deleted boolean not null default false,
  doc jsonb not null,
  created_at_ms bigint generated always as ((doc ->> 'createdAtMs')::bigint) stored,
  primary key (business_id, id)
);
create index feedback_version on feedback (business_id, version, id);
create index feedback_newest on feedback (business_id, created_at_ms desc, id desc);
alter table feedback enable row level security;
alter table feedback force row level security;
create policy own_business on feedback for all to kaunta_app using (business_id = current_business_id()) with check (business_id = current_business_id());
grant select, insert, update on feedback to kaunta_app;

-- A customer whom an order names is in use, as one whom a sale names.
alter table customer_order
  add column customer_id bigint generated always as ((doc ->> 'customerId')::bigint) stored;
create index customer_order_customer on customer_order (business_id, customer_id) where customer_id is not null;

-- Every later edit of a row asks for the conflicts over it that are still open: few, whatever was settled.
alter table conflict
  add column row_table text generated always as (doc ->> 'table') stored,
  add column row_id bigint generated always as ((doc ->> 'rowId')::bigint) stored,
  add column status text generated always as (doc ->> 'status') stored;
create index conflict_open on conflict (business_id, row_table, row_id) where status = 'open' and not deleted;

-- What is not wholly paid is kept by devices however old it is (SYN-12).
alter table purchase
  add column payment_status text generated always as (doc ->> 'paymentStatus') stored;
create index purchase_unpaid on purchase (business_id, created_at_ms desc, id desc) where payment_status <> 'paid' and not deleted;
