-- Where a browser wants to be told of new orders while the app is closed (R-NOTIF). It ends with the session that asked.
create table push_subscription (
  business_id bigint not null,
  endpoint text not null,
  session_id bigint not null,
  p256dh text not null,
  auth text not null,
  created_at_ms bigint not null,
  primary key (business_id, endpoint),
  foreign key (business_id, session_id) references session (business_id, id) on delete cascade
);
create index push_subscription_session on push_subscription (business_id, session_id);
alter table push_subscription enable row level security;
alter table push_subscription force row level security;
create policy own_business on push_subscription for all to kaunta_app using (business_id = current_business_id()) with check (business_id = current_business_id());
grant select, insert, update, delete on push_subscription to kaunta_app;
