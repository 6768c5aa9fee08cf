set local lock_timeout = '5s';

-- A video is taken in as it came, made into one progressive MP4 by a job, and then the file that came is forgotten: what is shown is its
-- rendition. `work_until` lends it to one worker at a time: a lease of the machines, not business time.
alter table media add column tries smallint not null default 0;
alter table media add column work_until timestamptz;
alter table media add column failure text check (failure in ('damaged', 'too_long', 'too_large', 'no_picture', 'gave_up'));
alter table media_renditions drop constraint media_renditions_format_check;
alter table media_renditions add constraint media_renditions_format_check check (format in ('avif', 'webp', 'jpeg', 'mp4'));
create unique index media_renditions_film on media_renditions (media_id) where format = 'mp4';
grant update (tries, work_until, failure, duration_ms, preview) on media to peach_app;
