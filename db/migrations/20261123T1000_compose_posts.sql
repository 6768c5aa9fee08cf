set local lock_timeout = '5s';

-- A draft is a post that nobody but its creator sees: publishing changes its state, under its lock, so that no form makes two posts.
alter table posts drop constraint posts_kind_check;
alter table posts add constraint posts_kind_check
  check (kind in ('photo', 'video', 'voice', 'story', 'live_replay', 'text')) not valid;
alter table posts validate constraint posts_kind_check;

alter table posts drop constraint posts_state_check;
alter table posts add constraint posts_state_check
  check (state in ('draft', 'scheduled', 'processing', 'in_review', 'published', 'archived', 'removed', 'deleted')) not valid;
alter table posts validate constraint posts_state_check;

alter table posts
  -- Rises with each change of a draft and of its list of media: an older page does not overwrite a newer one.
  add column version integer not null default 1 check (version > 0),
  add column draft_tab text not null default '' check (length(draft_tab) <= 64),
  -- The fields of a draft as they were typed; empty once it was submitted.
  add column typed jsonb not null default '{}',
  add column saved_at timestamptz,
  add column submitted_at timestamptz,
  -- When its creator wants it published; null means at once.
  add column publish_at timestamptz,
  -- When a person approved it; posts that need no review have none.
  add column reviewed_at timestamptz,
  add column edited_at timestamptz,
  add column archived_at timestamptz,
  add column pinned_at timestamptz,
  add column category text check (category ~ '^[a-z_]{1,30}$'),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 5),
  add column comments_open boolean not null default true,
  -- What everybody sees of a locked post: one of its media, or the first seconds of its video.
  add column teaser_media_id uuid references media,
  add column teaser_seconds smallint check (teaser_seconds between 1 and 30),
  add column cover_media_id uuid references media;
alter table posts add constraint posts_scheduled_have_a_time check (state <> 'scheduled' or published_at is not null) not valid;
alter table posts validate constraint posts_scheduled_have_a_time;

-- Until now a person approved every post, with its creator.
update posts set reviewed_at = published_at, submitted_at = created_at where state = 'published';
update posts set submitted_at = created_at where state <> 'published';

create index posts_of_their_creator on posts (creator_id, id desc);
-- A creator's page: pinned posts first, the newest after them.
create index posts_on_page on posts (creator_id, pinned_at desc nulls last, published_at desc, id desc) where state = 'published';
drop index posts_of_creator;
create index posts_to_publish on posts (published_at) where state in ('scheduled', 'processing');
create index posts_in_review on posts (submitted_at, id) where state = 'in_review';
create unique index post_media_once on post_media (post_id, media_id);

-- The followers of a creator in the order in which they are notified.
create index follows_of_creator_by_fan on follows (creator_id, fan_id);
drop index follows_of_creator;

-- How often a post was opened on one day of Kampala. Who opened it is not stored.
create table post_view_days (
  post_id uuid not null references posts on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (post_id, day)
);

grant delete on post_media to peach_app;
grant update (kind, caption, expires_at, version, draft_tab, typed, saved_at, submitted_at, publish_at, reviewed_at,
  edited_at, archived_at, pinned_at, category, tags, comments_open, cover_media_id) on posts to peach_app;
-- Who sees a post is written by the commands that check it, in a role of their own.
grant select, update (audience, price_minor, teaser_media_id, teaser_seconds) on posts to peach_decisions;
grant select, insert, update (views) on post_view_days to peach_app;
grant update (typed, tags, category, pinned_at, teaser_media_id, cover_media_id) on posts to peach_erasure;
