set local lock_timeout = '5s';

-- The number of a creator's followers follows the rows of `follows`, whoever writes them.
create function count_followers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update creators set follower_count = follower_count + 1 where profile_id = new.creator_id;
  else
    update creators set follower_count = greatest(0, follower_count - 1) where profile_id = old.creator_id;
  end if;
  return null;
end $$;
revoke execute on function count_followers() from public;

create trigger follows_are_counted after insert or delete on follows for each row execute function count_followers();
revoke update (follower_count) on creators from peach_app;
