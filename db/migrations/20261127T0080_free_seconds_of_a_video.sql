set local lock_timeout = '5s';

-- How much of the first video of a locked post everybody sees.
alter table posts add column free_seconds smallint check (free_seconds between 1 and 30);
grant update (free_seconds) on posts to peach_decisions;
grant update (free_seconds) on posts to peach_erasure;
