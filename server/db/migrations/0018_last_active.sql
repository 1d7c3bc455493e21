-- When a sale or a purchase was last active. A device is sent the rows that were active within its window, and those
-- that are still open, however old they are (SYN-12). Devices remove by the same rule what has left their window
-- (sync/protocol/last-active.ts). A test compares the two.
--
-- The functions use nothing but what PostgreSQL brings: a restored dump fills the columns with an empty search path.
-- They are plpgsql because that is planned once for each connection, and they run with every write.

create function sale_last_active_ms(doc jsonb) returns bigint language plpgsql immutable parallel safe as $$
declare
  open_ms constant bigint := 9007199254740991;
  price numeric := (doc ->> 'finalMinor')::numeric;
  paid numeric;
  given_back numeric;
begin
  if doc ->> 'status' = 'pending' or doc -> 'flags' ?| array['overpaid', 'over_refunded'] then
    return open_ms;
  end if;
  if doc ? 'payments' then
    paid := (select coalesce(sum(amount::numeric), 0)
      from jsonb_path_query(doc, '$.payments[*].amountMinor') as amount);
  else
    -- A sale of an older build, without a list: paid in full when it was made, or not at all.
    paid := case doc ->> 'status' when 'completed' then price else 0 end;
  end if;
  given_back := (select coalesce(sum(amount::numeric), 0)
    from jsonb_path_query(doc, '$.refunds[*] ? (@.way == "refunded").amountMinor') as amount);
  -- More is held than the price: it is due back, or kept as credit. Less: the customer owes it.
  if paid - given_back <> (case doc ->> 'status' when 'cancelled' then 0 else price end) then
    return open_ms;
  end if;
  return greatest((doc ->> 'createdAtMs')::bigint, (select max(instant::bigint)
    from unnest(array['$.payments[*].atMs', '$.refunds[*].atMs', '$.cancellations[*].atMs']::jsonpath[]) as list,
      jsonb_path_query(doc, list) as instant));
end
$$;

create function purchase_last_active_ms(doc jsonb) returns bigint language plpgsql immutable parallel safe as $$
begin
  if doc ->> 'status' = 'pending' or doc ->> 'paymentStatus' is distinct from 'paid' then
    return 9007199254740991;
  end if;
  return greatest((doc ->> 'createdAtMs')::bigint,
    (select max(instant::bigint) from jsonb_path_query(doc, '$.history[*].atMs') as instant));
end
$$;

-- The two indexes were for unpaid rows. They go first, because the new columns rewrite every index that is left.
drop index sale_unpaid;
drop index purchase_unpaid;
alter table sale add column last_active_ms bigint generated always as (sale_last_active_ms(doc)) stored;
alter table purchase add column last_active_ms bigint generated always as (purchase_last_active_ms(doc)) stored;

-- Most rows are paid at once and never active again; these indexes have only the others. The last column lets a pull
-- pass over what was not active within the window without reading the rows.
create index sale_active_later on sale (business_id, created_at_ms desc, id desc, last_active_ms)
  where last_active_ms > created_at_ms and not deleted;
create index purchase_active_later on purchase (business_id, created_at_ms desc, id desc, last_active_ms)
  where last_active_ms > created_at_ms and not deleted;
