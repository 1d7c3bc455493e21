-- How much devices that are not known have tried: for a phone, for an address, for all. Keyed hashes, no phones.
create table guess_pressure (
  subject text primary key,
  level double precision not null,
  at_ms bigint not null
);
create index guess_pressure_age on guess_pressure (at_ms);

-- Tasks that served their one try. A challenge says itself until when it counts, so a row is kept no longer.
create table used_task (
  id text primary key,
  expires_at_ms bigint not null
);
create index used_task_expiry on used_task (expires_at_ms);

do $$
declare counter text;
begin
  foreach counter in array array['guess_pressure', 'used_task'] loop
    execute format('alter table %I enable row level security', counter);
    execute format('alter table %I force row level security', counter);
    execute format('create policy door on %I for all to kaunta_door using (true) with check (true)', counter);
    execute format('grant select, insert, update, delete on %I to kaunta_door', counter);
  end loop;
end $$;
