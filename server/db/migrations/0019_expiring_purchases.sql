-- A purchase is active until the last of its goods expires, because the report of what expires soon reads it then
-- (SYN-12, G48). Before, a device removed it thirteen months after it was bought, or sooner for lack of space, and the
-- report said that nothing expires. The rest of the rule is that of migration 18; devices have the same one
-- (sync/protocol/last-active.ts), and a test compares the two.
--
-- A month's first day and a number of days are added, because older builds have stored days that do not exist.

create or replace function purchase_last_active_ms(doc jsonb) returns bigint language plpgsql immutable parallel safe as $$
begin
  if doc ->> 'status' = 'pending' or doc ->> 'paymentStatus' is distinct from 'paid' then
    return 9007199254740991;
  end if;
  return greatest((doc ->> 'createdAtMs')::bigint,
    (select max(instant::bigint) from jsonb_path_query(doc, '$.history[*].atMs') as instant),
    (select max(
        extract(epoch from make_date(left(day, 4)::int, substr(day, 6, 2)::int, 1))::bigint * 1000
        + (right(day, 2)::bigint - 1) * 86400000)
      from (select line #>> '{}' from jsonb_path_query(doc, '$.lines[*].expiryDate') as line) as lines(day)
      where day ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])-[0-3][0-9]$'));
end
$$;

-- A stored column does not follow its function: it is made anew.
drop index purchase_active_later;
alter table purchase drop column last_active_ms;
alter table purchase add column last_active_ms bigint generated always as (purchase_last_active_ms(doc)) stored;
create index purchase_active_later on purchase (business_id, created_at_ms desc, id desc, last_active_ms)
  where last_active_ms > created_at_ms and not deleted;
