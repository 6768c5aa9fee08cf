set local lock_timeout = '5s';

-- Counts on a post follow the rows that they count, whoever writes these.
alter table posts add column comment_count integer not null default 0;

create table post_likes (
  post_id uuid not null references posts on delete cascade,
  fan_id uuid not null references profiles,
  created_at timestamptz not null default app_now(),
  primary key (post_id, fan_id)
);
create index post_likes_of_fan on post_likes (fan_id);

create function count_likes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update posts set like_count = like_count + 1 where id = new.post_id;
  else
    update posts set like_count = greatest(0, like_count - 1) where id = old.post_id;
  end if;
  return null;
end $$;
revoke execute on function count_likes() from public;
create trigger likes_are_counted after insert or delete on post_likes for each row execute function count_likes();

create table post_comments (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  -- Whose post it is: the list of all comments of a creator is one index.
  creator_id uuid not null references creators,
  author_id uuid not null references profiles,
  -- The creator's reply to a comment of a fan.
  reply_to uuid references post_comments on delete cascade,
  -- One form is one comment, however often it is sent.
  attempt text not null check (length(attempt) between 1 and 64),
  body text not null check (char_length(body) <= 500),
  created_at timestamptz not null default app_now(),
  -- Its author was muted by the creator: only the author sees it.
  muted boolean not null default false,
  removed_at timestamptz,
  removed_by text check (removed_by in ('author', 'creator', 'staff')),
  unique (author_id, attempt),
  check ((removed_at is null) = (removed_by is null))
);
create index post_comments_of_post on post_comments (post_id, id desc) where removed_at is null and reply_to is null;
create index post_comments_replies on post_comments (reply_to) where reply_to is not null;
create index post_comments_of_creator on post_comments (creator_id, id desc) where removed_at is null and reply_to is null and not muted;

create function count_comments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_change integer := 0;
begin
  if tg_op <> 'INSERT' and old.removed_at is null and not old.muted then
    v_change := v_change - 1;
  end if;
  if tg_op <> 'DELETE' and new.removed_at is null and not new.muted then
    v_change := v_change + 1;
  end if;
  if v_change <> 0 then
    update posts set comment_count = greatest(0, comment_count + v_change) where id = coalesce(new.post_id, old.post_id);
  end if;
  return null;
end $$;
revoke execute on function count_comments() from public;
create trigger comments_are_counted after insert or delete or update of removed_at, muted on post_comments
  for each row execute function count_comments();

-- Fans whose comments under a creator's posts only they themselves see.
create table comment_mutes (
  creator_id uuid not null references creators,
  fan_id uuid not null references profiles,
  created_at timestamptz not null default app_now(),
  primary key (creator_id, fan_id)
);
create index comment_mutes_of_fan on comment_mutes (fan_id);

create table polls (
  post_id uuid primary key references posts on delete cascade,
  question text not null check (char_length(question) between 1 and 120),
  -- Counted from the moment in which the post is published.
  open_hours smallint not null check (open_hours between 1 and 336),
  created_at timestamptz not null default app_now()
);
create table poll_options (
  post_id uuid not null references polls on delete cascade,
  position smallint not null check (position between 0 and 5),
  label text not null check (char_length(label) between 1 and 60),
  vote_count integer not null default 0,
  primary key (post_id, position)
);
create table poll_votes (
  post_id uuid not null,
  fan_id uuid not null references profiles,
  position smallint not null,
  voted_at timestamptz not null default app_now(),
  primary key (post_id, fan_id),
  foreign key (post_id, position) references poll_options on delete cascade
);
create index poll_votes_of_fan on poll_votes (fan_id);

create function count_votes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    update poll_options set vote_count = greatest(0, vote_count - 1) where post_id = old.post_id and position = old.position;
  end if;
  if tg_op <> 'DELETE' then
    update poll_options set vote_count = vote_count + 1 where post_id = new.post_id and position = new.position;
  end if;
  return null;
end $$;
revoke execute on function count_votes() from public;
create trigger votes_are_counted after insert or delete or update of position on poll_votes
  for each row execute function count_votes();

-- What a fan asked to be notified of, for each creator.
create table creator_alerts (
  creator_id uuid not null references creators,
  fan_id uuid not null references profiles,
  posts boolean not null,
  live boolean not null,
  changed_at timestamptz not null default app_now(),
  primary key (creator_id, fan_id),
  check (posts or live)
);
create index creator_alerts_of_fan on creator_alerts (fan_id);

-- When a creator was visible for the first time, and since when they are among those with the most paying fans.
alter table creators add column first_visible_at timestamptz;
alter table creators add column top_since timestamptz;
update creators c set first_visible_at = greatest(c.approved_at, (select min(l.starts_at) from creator_listings l where l.creator_id = c.profile_id))
  where c.approved_at is not null and exists (select from creator_listings l where l.creator_id = c.profile_id);

alter table notification_choices drop constraint notification_choices_kind_check;
alter table notification_choices add constraint notification_choices_kind_check
  check (kind in ('creator_live', 'new_post', 'message', 'comment', 'payment', 'booking', 'custom_request', 'payout', 'review_result',
    'fee_reminder')) not valid;
alter table notification_choices validate constraint notification_choices_kind_check;

grant select, insert, delete on post_likes to peach_app;
grant select, insert, update (body, muted, removed_at, removed_by) on post_comments to peach_app;
grant select, insert, delete on comment_mutes to peach_app;
grant select, insert, delete, update (question, open_hours) on polls to peach_app;
grant select, insert, delete on poll_options to peach_app;
grant select, insert, update (position, voted_at) on poll_votes to peach_app;
grant select, insert, delete, update (posts, live, changed_at) on creator_alerts to peach_app;
grant update (first_visible_at, top_since) on creators to peach_app;
grant select, delete on post_likes, post_comments, comment_mutes, polls, poll_options, poll_votes, creator_alerts to peach_erasure;
grant update (first_visible_at, top_since) on creators to peach_erasure;
