-- A change is known by its act, whoever brings it, and no longer by its client, incarnation and mid (SYN-2, decision 55).

-- The owner of the tables, who is not set to any shop, changes the rows of all shops here.
alter table outcome no force row level security;
alter table mutation_failure no force row level security;
alter table quarantine no force row level security;
alter table client no force row level security;

-- What was decided gets the act that devices give the same change as they are updated (sync/protocol/build-before.ts).
alter table outcome add column act bytea, add column attempt integer not null default 0;
update outcome set act = substring(sha256(convert_to(client_id || '/' || incarnation || '/' || mid || '/' || hash, 'UTF8')) for 16);
alter table outcome alter column act set not null;
alter table outcome alter column hash type bytea using decode(hash, 'hex');
create index outcome_act on outcome (business_id, act);

-- Nobody goes on under an incarnation: a device that is updated begins a new queue. Of each device the newest one stays in
-- the owner's list; what was decided of the others keeps its place under a name of its own.
drop index outcome_version;
alter table outcome drop constraint outcome_pkey;
update outcome set client_id = client_id || '.' || incarnation;
alter table outcome drop column incarnation, add primary key (business_id, client_id, mid);

alter table mutation_failure drop constraint mutation_failure_pkey;
update mutation_failure set client_id = client_id || '.' || incarnation;
alter table mutation_failure drop column incarnation, add primary key (business_id, client_id, mid);

alter table quarantine drop constraint quarantine_pkey;
update quarantine set client_id = client_id || '.' || incarnation;
alter table quarantine drop column incarnation, add primary key (business_id, client_id, mid);

delete from client older using client newer
  where older.business_id = newer.business_id and older.client_id = newer.client_id and older.incarnation < newer.incarnation;
alter table client drop constraint client_pkey;
alter table client drop column incarnation, add primary key (business_id, client_id);
-- What a device was before it began a new queue: an owner sees one device, not two.
alter table client add column former_client_id text;

-- Ids follow from acts: nothing is leased any more.
drop table lease_block;

alter table outcome force row level security;
alter table mutation_failure force row level security;
alter table quarantine force row level security;
alter table client force row level security;
