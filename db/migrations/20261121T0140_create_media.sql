set local lock_timeout = '5s';

-- `purpose` decides who may fetch it: pictures of a creator's shop window are for everybody, a post's only for the entitled.
create table media (
  id uuid primary key,
  owner_id uuid not null references profiles,
  kind text not null check (kind in ('photo', 'voice', 'video')),
  purpose text not null check (purpose in ('avatar', 'cover', 'card', 'share', 'post')),
  state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  original_key text not null,
  content_type text not null,
  byte_size bigint not null,
  content_sha256 bytea not null,
  width integer,
  height integer,
  duration_ms integer,
  waveform smallint[],
  preview bytea,  -- WebP made from at most 32 px: all that somebody without access ever gets of it
  created_at timestamptz not null default app_now()
);
create index media_of_owner on media (owner_id, created_at desc);
create index media_to_process on media (created_at) where state = 'processing';
alter table profiles add foreign key (avatar_media_id) references media;

create table media_renditions (
  media_id uuid not null references media,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  height integer not null,
  byte_size bigint not null,
  storage_key text not null,
  primary key (media_id, width, format)
);
