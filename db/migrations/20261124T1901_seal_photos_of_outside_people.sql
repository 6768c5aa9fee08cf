set local lock_timeout = '5s';

-- Somebody without an account who signs a release gives a photo of their identity document. It belongs to the release.
alter table sealed_documents
  alter column owner_id drop not null,
  alter column application_id drop not null,
  add column release_id uuid;
alter table sealed_documents add constraint sealed_documents_whose_check
  check ((owner_id is null) = (application_id is null) and (owner_id is null) = (release_id is not null)) not valid;
alter table sealed_documents validate constraint sealed_documents_whose_check;
create unique index sealed_documents_of_release on sealed_documents (release_id) where destroyed_at is null;
