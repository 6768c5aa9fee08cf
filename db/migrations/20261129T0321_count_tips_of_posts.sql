set local lock_timeout = '5s';

-- The tips of a post are counted as its likes are. At the end of the transaction: parallel tips wait for each other only while they are committed.
alter table posts add column tip_count integer not null default 0, add column tipped_minor bigint not null default 0;

create function count_tips_of_post() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.post_id is not null and old.removed_at is null then
    update posts set tip_count = tip_count - 1, tipped_minor = tipped_minor - old.amount_minor where id = old.post_id;
  end if;
  if tg_op <> 'DELETE' and new.post_id is not null and new.removed_at is null then
    update posts set tip_count = tip_count + 1, tipped_minor = tipped_minor + new.amount_minor where id = new.post_id;
  end if;
  return null;
end $$;
revoke execute on function count_tips_of_post() from public;
create constraint trigger tips_of_posts_are_counted after insert or delete or update of post_id, amount_minor, removed_at on tips
  deferrable initially deferred for each row execute function count_tips_of_post();

-- For the tips of before, and for tips that were put in past the trigger.
create function count_tips_anew() returns void language sql set search_path = public, pg_temp as $$
  update posts p set tip_count = coalesce(t.tips, 0), tipped_minor = coalesce(t.minor, 0)
  from posts o left join (select post_id, count(*) as tips, sum(amount_minor) as minor from tips where removed_at is null group by 1) t on t.post_id = o.id
  where p.id = o.id and (p.tip_count, p.tipped_minor) is distinct from (coalesce(t.tips, 0), coalesce(t.minor, 0));
$$;
revoke execute on function count_tips_anew() from public;
select count_tips_anew();
