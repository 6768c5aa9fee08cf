set local lock_timeout = '5s';

-- Who is shown in the first post, as its author states it before there is a post to name people in.
alter table creator_applications
  add column first_post_shown text check (first_post_shown in ('only_me', 'with_others')),
  add column first_post_people text[] not null default '{}' check (cardinality(first_post_people) <= 10);
grant update (first_post_shown, first_post_people) on creator_applications to peach_app;
grant update (first_post_people) on creator_applications to peach_erasure;
