set local lock_timeout = '5s';

-- A voice note is recorded or chosen on a phone and sent like a photo or a video.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in (
  'avatar', 'post_photo', 'post_video', 'post_voice', 'verification_selfie', 'identity_document', 'proof_of_address'));

-- How far the work on a video is, for its owner. Null where nothing is known yet.
alter table media add column progress smallint check (progress between 0 and 100);
grant update (progress, waveform) on media to peach_app;

-- The thumbnails of a video in one picture, for seeking.
alter table media_renditions drop constraint media_renditions_format_check;
alter table media_renditions add constraint media_renditions_format_check
  check (format in ('avif', 'webp', 'jpeg', 'mp4', 'sprite'));

-- One rung of an adaptive video is one stored object: a fragmented MP4, whose segments are parts of it. `variant` is for marks: the same
-- rung encoded a second time, of which a viewer gets some segments.
create table media_streams (
  media_id uuid not null references media,
  rung text not null check (rung in ('low', 'high')),
  variant text not null default 'a' check (variant in ('a', 'b')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  codecs text not null check (length(codecs) between 1 and 100),
  byte_size bigint not null check (byte_size > 0),
  init_bytes integer not null check (init_bytes > 0),
  segment_bytes integer[] not null check (cardinality(segment_bytes) between 1 and 2000),
  segment_ms integer[] not null check (cardinality(segment_ms) = cardinality(segment_bytes)),
  storage_key text not null,
  primary key (media_id, rung, variant)
);
grant select, insert, delete on media_streams to peach_app;
grant select, delete on media_streams to peach_erasure;
