set local lock_timeout = '5s';

-- The random code that names an account in the invisible mark of the photos that it opens. It outlives an erased account as a number and an
-- id: a copy that was taken before can still be traced.
create table watermark_codes (
  account_id uuid primary key references profiles,
  code bigint not null unique check (code between 0 and 4294967295),
  created_at timestamptz not null default app_now()
);
grant select, insert on watermark_codes to peach_app;
grant select on watermark_codes to peach_erasure;

-- The secret from which the place of the mark in each photo follows, sealed. Without it no copy can be traced, so it is kept in the database
-- and its backups.
create table watermark_keys (
  id smallint primary key check (id = 1),
  sealed_key text not null,
  created_at timestamptz not null default app_now()
);
grant select, insert on watermark_keys to peach_app;

-- What a photo looks like, as a whole (part 0) and with a tenth cut off at nine places: copies of it differ in few bits.
create table media_fingerprints (
  media_id uuid not null references media on delete cascade,
  part smallint not null check (part between 0 and 9),
  fingerprint bit(256) not null,
  primary key (media_id, part)
);
grant select, insert on media_fingerprints to peach_app;
grant select, delete on media_fingerprints to peach_erasure;
