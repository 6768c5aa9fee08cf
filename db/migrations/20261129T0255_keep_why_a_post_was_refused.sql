set local lock_timeout = '5s';

-- Why our team refused a post or took it off, as its creator reads it; null for every other post.
alter table posts add column refusal text check (refusal <> '');
grant update (refusal) on posts to peach_app;
grant update (refusal) on posts to peach_erasure;
update posts p set refusal = 'The reason is in the mail that we sent you.' where p.state = 'removed'
  and exists (select from activity a where a.object_id = p.id::text and a.event in ('post_rejected', 'post_removed', 'blocked_media_returned'));
