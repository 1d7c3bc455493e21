-- What proves that a device and this database speak of one history (SYN-21), and until when removed rows are told (SYN-15).

-- The nonce of every version since the horizon. A version that a restored server takes again gets another nonce.
create table version_mark (
  business_id bigint not null references business (id),
  version bigint not null,
  nonce text not null,
  taken_at_ms bigint not null,                -- by the database's clock: tells only how old tombstones are
  primary key (business_id, version)
);
create index version_mark_age on version_mark (business_id, taken_at_ms);

-- Tombstones up to this version are gone: a device that has not come so far takes the shop anew.
alter table business add column tombstone_horizon bigint not null default 0;

insert into version_mark (business_id, version, nonce, taken_at_ms)
  select id, version, version_nonce, (extract(epoch from now()) * 1000)::bigint from business;

-- A trigger and no statement beside the others: no version is taken past it.
create function mark_version() returns trigger language plpgsql as $$
begin
  insert into version_mark (business_id, version, nonce, taken_at_ms)
    values (new.id, new.version, new.version_nonce, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  return null;
end $$;
create trigger business_first_version after insert on business for each row execute function mark_version();
create trigger business_next_version after update of version on business
  for each row when (new.version is distinct from old.version) execute function mark_version();

alter table version_mark enable row level security;
alter table version_mark force row level security;
create policy own_business on version_mark for all to kaunta_app using (business_id = current_business_id()) with check (business_id = current_business_id());
grant select, insert, update on version_mark to kaunta_app;

-- The only way by which a shop's row ever goes: tombstones of this business that are older than the instant, and the marks
-- before them. It runs with the rights of the tables' owner, because the application may delete no shop's row at all.
create function forget_tombstones(before_ms bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own bigint := current_business_id();
  horizon bigint;
  noun text;
begin
  select max(version) into horizon from version_mark where business_id = own and taken_at_ms < before_ms;
  if horizon is null then return 0; end if;
  update business set tombstone_horizon = greatest(tombstone_horizon, horizon) where id = own;
  for noun in
    select relname from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'deleted' and not attisdropped
  loop
    execute format('delete from %I where business_id = $1 and deleted and version <= $2', noun) using own, horizon;
  end loop;
  delete from version_mark where business_id = own and version < horizon;
  return horizon;
end $$;
revoke all on function forget_tombstones(bigint) from public;
grant execute on function forget_tombstones(bigint) to kaunta_app;
