set local lock_timeout = '5s';

-- Somebody who was named by mistake declines, and the creator's own files are stopped: staff lift that, with a reason.
alter table release_refusals
  add column lifted_at timestamptz,
  add column lifted_by uuid references profiles,
  add column lift_reason text check (char_length(lift_reason) between 5 and 500),
  add constraint release_refusals_lifted_check check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null));
create index release_refusals_in_force on release_refusals (refused_at desc, id) where lifted_at is null;
create index release_refusals_lifted_by on release_refusals (lifted_by) where lifted_by is not null;
grant update (lifted_at, lifted_by, lift_reason) on release_refusals to peach_app;
