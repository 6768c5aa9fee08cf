set local lock_timeout = '5s';

-- Which media store belongs to this database: the store holds the same word. Written once, at the first start.
create table media_store_identity (
  only_one boolean primary key default true check (only_one),
  identity text not null,
  created_at timestamptz not null default app_now()
);
grant select, insert on media_store_identity to peach_app;

-- Since when the file that a photo or video is made from is not found: by the machines' time, as leases are.
alter table media add column original_missing_since timestamptz;
grant update (original_missing_since) on media to peach_app;
