set local lock_timeout = '5s';

-- What proves who somebody is: sealed with a key of its own, which rests here sealed again. Destroying the key destroys the picture, in
-- every copy of the store. The row stays with the hash and the dates.
create table sealed_documents (
  id uuid primary key,
  owner_id uuid not null references profiles,
  application_id uuid not null,  -- of the room creators, which stands on a higher floor
  kind text not null check (kind in ('selfie', 'identity_document', 'proof_of_address')),
  content_type text not null,
  byte_size bigint not null,
  content_sha256 bytea not null,
  width integer not null,
  height integer not null,
  storage_key text,  -- null once the bytes are gone
  sealed_key text,  -- null once destroyed
  taken_at timestamptz not null default app_now(),
  submitted_at timestamptz,  -- from then on its owner doesn't see it either
  replaced_at timestamptz,
  keep_until timestamptz not null,
  destroyed_at timestamptz,
  check ((destroyed_at is null) = (sealed_key is not null))
);
create unique index sealed_documents_current on sealed_documents (application_id, kind) where replaced_at is null;
create index sealed_documents_of_owner on sealed_documents (owner_id, taken_at desc);
create index sealed_documents_due on sealed_documents (keep_until) where storage_key is not null;
grant select, insert, update (storage_key, sealed_key, submitted_at, replaced_at, keep_until, destroyed_at) on sealed_documents to peach_app;

-- Each time somebody of staff opened one: who, why, and until when it was open to them.
create table sealed_looks (
  id uuid primary key,
  document_id uuid not null references sealed_documents,
  staff_id uuid not null references profiles,
  reason text not null check (length(reason) between 5 and 300),
  opened_at timestamptz not null default app_now(),
  ends_at timestamptz not null check (ends_at > opened_at)
);
create index sealed_looks_of_document on sealed_looks (document_id, staff_id, ends_at desc);
grant select, insert on sealed_looks to peach_app;
