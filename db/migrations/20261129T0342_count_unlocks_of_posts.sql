set local lock_timeout = '5s';

-- Who has unlocked a post is counted as its tips are: at the end of the transaction. That somebody has ever bought it stays true.
alter table posts add column unlock_count integer not null default 0, add column was_sold boolean not null default false;

create function count_unlocks_of_post() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update posts set was_sold = true where id = new.post_id and not was_sold;
  end if;
  if tg_op <> 'INSERT' and old.revoked_at is null then
    update posts set unlock_count = unlock_count - 1 where id = old.post_id;
  end if;
  if tg_op <> 'DELETE' and new.revoked_at is null then
    update posts set unlock_count = unlock_count + 1 where id = new.post_id;
  end if;
  return null;
end $$;
revoke execute on function count_unlocks_of_post() from public;
create constraint trigger unlocks_of_posts_are_counted after insert or delete or update of post_id, revoked_at on unlocks
  deferrable initially deferred for each row execute function count_unlocks_of_post();

-- For the unlocks of before, and for unlocks that were put in past the trigger.
create function count_unlocks_anew() returns void language sql set search_path = public, pg_temp as $$
  update posts p set unlock_count = coalesce(u.unlocks, 0), was_sold = u.post_id is not null
  from posts o left join (select post_id, count(*) filter (where revoked_at is null)::integer as unlocks from unlocks group by 1) u on u.post_id = o.id
  where p.id = o.id and (p.unlock_count, p.was_sold) is distinct from (coalesce(u.unlocks, 0), u.post_id is not null);
$$;
revoke execute on function count_unlocks_anew() from public;
select count_unlocks_anew();
