set local lock_timeout = '5s';

-- What the owner has set other than the default; a name without a row has its default (app/domain/settings/catalogue.ts).
create table settings (
  name text primary key check (name ~ '^[a-z][A-Za-z]{2,60}$'),
  value jsonb not null,
  changed_by uuid not null references profiles,
  changed_at timestamptz not null default app_now()
);
grant select, insert, update (value, changed_by, changed_at) on settings to peach_app;

-- Every change that was ever made; what a thing cost on a day is read here.
create table setting_changes (
  id uuid primary key,
  name text not null,
  old_value jsonb not null,
  new_value jsonb not null,
  reason text not null check (length(reason) between 3 and 500),
  changed_by uuid not null references profiles,
  changed_at timestamptz not null default app_now()
);
create index setting_changes_newest on setting_changes (changed_at desc, id desc);
create index setting_changes_of_name on setting_changes (name, changed_at desc);
create trigger setting_changes_are_append_only before update or delete on setting_changes for each row execute function refuse_change();
create trigger setting_changes_are_never_emptied before truncate on setting_changes for each statement execute function refuse_change();
grant select, insert on setting_changes to peach_app;
