set local lock_timeout = '5s';

-- Everything that a creator uploaded for posts is in the vault; these rows say how it is arranged there.
create table vault_folders (
  id uuid primary key,
  owner_id uuid not null references profiles,
  name text not null check (length(btrim(name)) between 1 and 60),
  created_at timestamptz not null default app_now()
);
create unique index vault_folders_by_name on vault_folders (owner_id, lower(name));

create table vault_items (
  media_id uuid primary key references media on delete cascade,
  owner_id uuid not null references profiles,
  folder_id uuid references vault_folders on delete set null,
  -- The name of the file as it was chosen, or as its owner renamed it.
  name text not null default '' check (length(name) <= 120),
  -- Taken out of the vault: the file stays while something uses it.
  removed_at timestamptz,
  changed_at timestamptz not null default app_now()
);
create index vault_items_of_folder on vault_items (folder_id) where folder_id is not null;
create index vault_items_of_owner on vault_items (owner_id);

grant select, insert, delete, update (name) on vault_folders to peach_app;
grant select, insert, delete, update (folder_id, name, removed_at, changed_at) on vault_items to peach_app;
grant select, delete on vault_folders, vault_items to peach_erasure;
