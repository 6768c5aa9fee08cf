set local lock_timeout = '5s';

-- Who agreed to which version of which document, when and on what occasion. A version is agreed to anew, never edited.
create table consents (
  id uuid primary key,
  profile_id uuid not null references profiles,
  document text not null check (document in ('terms', 'privacy', 'refunds', 'acceptable-use', 'creator-verification')),
  version text not null check (version ~ '^\d+\.\d+$'),
  occasion text not null check (occasion in ('sign_up', 'payment', 'renewal', 'creator_application', 'staff_setup')),
  accepted_at timestamptz not null default app_now(),
  unique (profile_id, document, version, occasion)
);
create trigger consents_are_append_only before update or delete on consents for each row execute function refuse_change();
create trigger consents_are_never_emptied before truncate on consents for each statement execute function refuse_change();
grant select, insert on consents to peach_app;
