-- The tables of a shop, and the wall between shops.
--
-- Every table's primary key begins with the business, so that a business lives in one place and the database can be
-- split by it. Rows that devices share are documents: what a device sees is `doc`; a column beside it exists only
-- where the database itself must judge, sort or find, and is then generated from the document, so the two cannot differ.
-- Every time is a count of milliseconds since 1970 in UTC.

-- Two roles that own nothing and cannot log in. A transaction wears one of them.
-- They belong to the cluster, not to this database, so another database of it may have made them already.
do $$
declare worn text;
begin
  foreach worn in array array['kaunta_app', 'kaunta_door'] loop
    begin
      execute format('create role %I nologin', worn);
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, worn, 'member') then
      execute format('grant %I to current_user', worn);
    end if;
    -- From version 16 on, who is no superuser must also be told that it may wear what it made.
    if current_setting('server_version_num')::int >= 160000 and not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to current_user with set true', worn);
    end if;
  end loop;
exception when insufficient_privilege then
  raise exception 'The database user % may not make or wear the roles kaunta_app and kaunta_door. As an administrator run: CREATE ROLE kaunta_app; CREATE ROLE kaunta_door; GRANT kaunta_app, kaunta_door TO %', current_user, quote_ident(current_user);
end $$;
grant usage on schema public to kaunta_app, kaunta_door;

/* The business that this transaction was opened for; null, which equals nothing, when none was named. */
create function current_business_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('kaunta.business_id', true), '')::bigint $$;

-- What this installation must remember of itself, read only by the tables' owner at the start: which pepper the PINs were
-- hashed with, for one.
create table installation (
  key text primary key,
  value text not null
);

-- Business and people ---------------------------------------------------------------------------------------------

create table business (
  id bigint primary key,
  slug text collate "C" not null constraint business_slug unique,
  name text not null,
  version bigint not null default 0,          -- the counter of SYN-7: locked and raised as the first statement of a change
  epoch text not null,                        -- the name of this history (SYN-21)
  version_nonce text not null default '',     -- drawn anew with every version: proves a version after a restore (SYN-21)
  row_version bigint not null default 0,      -- the version at which this row itself changed last, as a synced row
  doc jsonb not null,
  created_at_ms bigint not null
);

create table app_user (
  business_id bigint not null references business (id),
  id bigint not null,
  row_version bigint not null,
  phone_normalised text not null,
  pin_hash text not null,
  -- The default of the documents, which nothing reaches: who adds a user always says the role (C-008).
  role text not null default 'admin' check (role in ('admin', 'staff')),
  is_owner boolean not null default false,
  is_active boolean not null default true,
  doc jsonb not null,
  created_at_ms bigint not null,
  primary key (business_id, id)
);
-- A deactivated user frees the phone (C-014). Sign-in finds the business by it: one of the three look-ups across shops.
create unique index app_user_phone on app_user (phone_normalised) where is_active;
create unique index app_user_one_owner on app_user (business_id) where is_owner;

create table session (
  business_id bigint not null,
  id bigint not null,
  token_hash text not null constraint session_token_hash unique,
  user_id bigint not null,
  created_at_ms bigint not null,
  last_seen_ms bigint not null,
  expires_at_ms bigint not null,
  revoked_at_ms bigint,
  push_only boolean not null default false,   -- the session of a dismissed user, which may only bring its queue (SYN-25)
  user_agent text not null default '',
  primary key (business_id, id),
  foreign key (business_id, user_id) references app_user (business_id, id)
);
create index session_of_user on session (business_id, user_id);
create index session_expiry on session (expires_at_ms);

-- Wrong PINs, counted for a phone (whether it exists or not) and for an address. Keyed hashes, no phones.
create table pin_attempt (
  kind text not null check (kind in ('phone', 'address')),
  subject text not null,
  wrong integer not null,
  last_wrong_ms bigint not null,
  blocked_until_ms bigint not null,
  primary key (kind, subject)
);
create index pin_attempt_age on pin_attempt (last_wrong_ms);

-- Devices and what the server decided about their mutations ----------------------------------------------------------

create table client (
  business_id bigint not null,
  client_id text not null,
  incarnation bigint not null,
  user_id bigint not null,
  lmid bigint not null default 0,
  hash text not null default '',              -- the hash at lmid (SYN-9, SYN-20)
  created_at_ms bigint not null,
  last_seen_ms bigint not null,
  reported_depth integer,
  oldest_ms bigint,
  app_version text,
  clock_offset_ms bigint,
  persistent_storage boolean,
  primary key (business_id, client_id, incarnation)
);

create table outcome (
  business_id bigint not null,
  client_id text not null,
  incarnation bigint not null,
  mid bigint not null,
  hash text not null,
  version bigint not null,
  outcome text not null
    check (outcome in ('applied', 'merged', 'flagged', 'conflict', 'superseded', 'refused', 'quarantined')),
  codes jsonb not null default '[]',
  detail jsonb not null default '{}',
  created_at_ms bigint not null,
  primary key (business_id, client_id, incarnation, mid)
);

create table mutation_failure (
  business_id bigint not null,
  client_id text not null,
  incarnation bigint not null,
  mid bigint not null,
  failures integer not null,
  first_failed_ms bigint not null,
  last_failed_ms bigint not null,
  last_error text not null,
  primary key (business_id, client_id, incarnation, mid)
);

create table quarantine (
  business_id bigint not null,
  client_id text not null,
  incarnation bigint not null,
  mid bigint not null,
  raw text not null,                          -- as it came, byte for byte: it may be no valid JSON of ours
  reason text not null,
  created_at_ms bigint not null,
  primary key (business_id, client_id, incarnation, mid)
);

create table lease_block (
  business_id bigint not null references business (id),
  block bigint not null check (block between 1 and 8589934591),
  owner text not null,                        -- 'server', or the client and incarnation that mint ids from it
  next_offset integer not null default 0,     -- moves only for the server's own blocks
  granted_at_ms bigint not null,
  primary key (business_id, block)
);
create index lease_block_owner on lease_block (business_id, owner);

create table idempotency_key (
  business_id bigint not null,
  key text not null,
  user_id bigint not null,
  request_hash text not null,
  status integer not null,
  body text not null,
  created_at_ms bigint not null,
  primary key (business_id, key)
);
create index idempotency_key_age on idempotency_key (business_id, created_at_ms);

-- The shop's rows, all of one shape ---------------------------------------------------------------------------------

do $$
declare noun text;
begin
  foreach noun in array array['item', 'customer', 'payment_method', 'customer_order', 'sale', 'stock_movement', 'conflict', 'supplier', 'purchase'] loop
    execute format($table$
      create table %1$I (
        business_id bigint not null,
        id bigint not null,
        version bigint not null,
        deleted boolean not null default false,
        doc jsonb not null,
        created_at_ms bigint generated always as ((doc ->> 'createdAtMs')::bigint) stored,
        primary key (business_id, id)
      )$table$, noun);
    execute format('create index %I on %I (business_id, version, id)', noun || '_version', noun);
    execute format('create index %I on %I (business_id, created_at_ms desc, id desc)', noun || '_newest', noun);
  end loop;
end $$;

alter table item
  add column name text generated always as (doc ->> 'name') stored,
  add column price numeric(14, 2) generated always as ((doc ->> 'priceMinor')::numeric / 100) stored,
  add column current_stock_hundredths bigint generated always as ((doc ->> 'currentStockHundredths')::bigint) stored;
create index item_name on item (business_id, name, id);

alter table sale
  add column sale_number text generated always as (doc ->> 'saleNumber') stored,
  add column status text generated always as (doc ->> 'status') stored,
  -- Wider than the 14 digits of C-040: a total may exceed what one price may, and the database never refuses a fact.
  add column final_amount numeric(16, 2) generated always as ((doc ->> 'finalMinor')::numeric / 100) stored,
  add column customer_id bigint generated always as ((doc ->> 'customerId')::bigint) stored,
  add column order_id bigint generated always as ((doc ->> 'orderId')::bigint) stored;
-- An order is fulfilled once: the second sale of one order is a claim that lost, whoever sends it.
create unique index sale_one_per_order on sale (business_id, order_id) where order_id is not null;
create index sale_customer on sale (business_id, customer_id, created_at_ms desc, id desc) where customer_id is not null;

-- The rule of one name is the domain's (paymentMethodNameKey), kept under the lock of the business. This index is the net
-- below it, and folds only plain letters, so that it never refuses two names that the rule holds to be different.
alter table payment_method
  add column name_key text generated always as (lower(btrim(doc ->> 'name') collate "C")) stored,
  add column alias_of bigint generated always as ((doc ->> 'aliasOfId')::bigint) stored,
  add column is_archived boolean generated always as (coalesce((doc ->> 'isArchived')::boolean, false)) stored;
create unique index payment_method_one_name on payment_method (business_id, name_key)
  where alias_of is null and not deleted and not is_archived;

alter table stock_movement
  add column item_id bigint generated always as ((doc ->> 'itemId')::bigint) stored;
create index stock_movement_item on stock_movement (business_id, item_id, created_at_ms desc, id desc);

alter table customer_order
  add column status text generated always as (doc ->> 'status') stored;
create index customer_order_status on customer_order (business_id, status, created_at_ms desc, id desc);

-- Outcomes leave with a pull in the order of their mids, and by version when a page says what is new.
create index outcome_version on outcome (business_id, client_id, incarnation, version);

-- The wall ------------------------------------------------------------------------------------------------------------

do $$
declare fenced text;
begin
  foreach fenced in array array['app_user', 'session', 'client', 'outcome', 'mutation_failure', 'quarantine', 'lease_block', 'idempotency_key',
    'item', 'customer', 'payment_method', 'customer_order', 'sale', 'stock_movement', 'conflict', 'supplier', 'purchase'] loop
    execute format('alter table %I enable row level security', fenced);
    execute format('alter table %I force row level security', fenced);
    execute format('create policy own_business on %I for all to kaunta_app using (business_id = current_business_id()) with check (business_id = current_business_id())', fenced);
    execute format('grant select, insert, update on %I to kaunta_app', fenced);
  end loop;
end $$;
alter table business enable row level security;
alter table business force row level security;
create policy own_business on business for all to kaunta_app using (id = current_business_id()) with check (id = current_business_id());
grant select, insert, update on business to kaunta_app;
alter table pin_attempt enable row level security;
alter table pin_attempt force row level security;

-- Only what is bookkeeping may be deleted; a shop's rows leave by tombstone.
grant delete on session, idempotency_key, mutation_failure to kaunta_app;

-- The door: sign-in by phone, session by token, business by slug; and the counters of wrong PINs.
create policy door on business for select to kaunta_door using (true);
create policy door on app_user for select to kaunta_door using (true);
create policy door on session for select to kaunta_door using (true);
create policy door on pin_attempt for all to kaunta_door using (true) with check (true);
grant select (id, slug, name) on business to kaunta_door;
grant select (business_id, id, phone_normalised, pin_hash, role, is_active) on app_user to kaunta_door;
grant select (business_id, id, token_hash, user_id, last_seen_ms, expires_at_ms, revoked_at_ms, push_only) on session to kaunta_door;
grant select, insert, update, delete on pin_attempt to kaunta_door;
