-- One-time codes for people who forgot their PIN (R-OTP), at most one for each user. A keyed hash, never the code.
create table one_time_code (
  business_id bigint not null,
  user_id bigint not null,
  code_hash text not null,
  tries integer not null default 0,
  expires_at_ms bigint not null,
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references app_user (business_id, id)
);
alter table one_time_code enable row level security;
alter table one_time_code force row level security;
create policy own_business on one_time_code for all to kaunta_app using (business_id = current_business_id()) with check (business_id = current_business_id());
grant select, insert, update, delete on one_time_code to kaunta_app;

-- Which session a device last spoke through: signing out a device ends that session.
alter table client add column session_id bigint;
create index client_session on client (business_id, session_id) where session_id is not null;
