-- The cash of a day, as people counted it and as their devices expected it.

create table cash_count (
  business_id bigint not null,
  id bigint not null,
  version bigint not null,
  deleted boolean not null default false,
  doc jsonb not null,
  created_at_ms bigint generated always as ((doc ->> 'createdAtMs')::bigint) stored,
  primary key (business_id, id)
);
create index cash_count_version on cash_count (business_id, version, id);
create index cash_count_newest on cash_count (business_id, created_at_ms desc, id desc);
alter table cash_count enable row level security;
alter table cash_count force row level security;
create policy own_business on cash_count for all to kaunta_app using (business_id = current_business_id()) with check (business_id = current_business_id());
grant select, insert, update on cash_count to kaunta_app;
