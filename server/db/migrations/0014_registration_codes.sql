-- Codes that prove a phone before a business is registered with it. Keyed hashes: neither phones nor codes.
create table registration_code (
  phone_hash text primary key,
  code_hash text not null,
  expires_at_ms bigint not null,
  tries integer not null
);
create index registration_code_expiry on registration_code (expires_at_ms);
alter table registration_code enable row level security;
alter table registration_code force row level security;
create policy door on registration_code for all to kaunta_door using (true) with check (true);
grant select, insert, update, delete on registration_code to kaunta_door;
