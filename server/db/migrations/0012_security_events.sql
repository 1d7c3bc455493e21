-- Who came in, who was refused, what was changed about people and what left the shop, for its admins to read (R-SEC).
-- Neither phones nor addresses: `network` is a keyed hash. Equal events within an hour are one row that counts them.
create table security_event (
  business_id bigint not null references business (id),
  id bigint not null,
  kind text not null,
  at_ms bigint not null,
  last_at_ms bigint not null,
  times integer not null default 1,
  outcome text not null default '',           -- why it was refused
  actor_user_id bigint,                       -- who did it, where that is known
  user_id bigint,                             -- whom it is about
  network text not null,
  user_agent text not null,
  detail jsonb not null default '{}',
  primary key (business_id, id)
);
create index security_event_newest on security_event (business_id, last_at_ms desc, id desc);
alter table security_event enable row level security;
alter table security_event force row level security;
create policy own_business on security_event for all to kaunta_app using (business_id = current_business_id()) with check (business_id = current_business_id());

grant select, insert, update, delete on security_event to kaunta_app;
