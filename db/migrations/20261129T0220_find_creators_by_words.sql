set local lock_timeout = '5s';

-- Every word by which a creator is found, folded by search-words.ts, with what remains of it without up to two letters: a typing error is
-- found by the remainders that it shares with the right word. Byte order, so that the words with a beginning stand together everywhere.
create table search_words (
  word text collate "C" primary key,
  variants text[] not null
);
create index search_words_by_variant on search_words using gin (variants);

-- The words that share one of these remainders. The planner takes a remainder for more common than it is and would read every word; at most
-- so many are compared.
create function words_sharing(p_variants text[]) returns setof text language sql stable set enable_seqscan = off as $$
  select word from search_words where variants && p_variants limit 4000
$$;

-- Which listed creators have a word, in the feed's order.
create table creator_words (
  creator_id uuid not null references creators,
  word text collate "C" not null,
  rank bigint not null,
  primary key (creator_id, word)
);
create index creator_words_by_rank on creator_words (word, rank desc, creator_id desc);

-- Creators whose words are out of date. A scheduled task writes them anew.
create table creators_to_index (
  creator_id uuid primary key references creators,
  since timestamptz not null default app_now()
);

grant select, insert, delete on search_words, creator_words, creators_to_index to peach_app;
grant update (since) on creators_to_index to peach_app;

-- The update keeps the row locked until the change is committed, so that the task never reads what was true before it.
create function index_creator_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into creators_to_index (creator_id)
    select c.profile_id from creators c where c.profile_id = (to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid
    on conflict (creator_id) do update set since = excluded.since;
  return null;
end $$;

create trigger creators_are_indexed_when_listed after insert on creators for each row
  when (new.listed) execute function index_creator_again('profile_id');
create trigger creators_are_indexed_again after update of listed, feed_rank, tags on creators for each row
  when (old.listed <> new.listed or (new.listed and (old.feed_rank <> new.feed_rank or old.tags <> new.tags)))
  execute function index_creator_again('profile_id');
create trigger profiles_are_indexed_again after update of display_name, username, city on profiles for each row
  when (old.display_name is distinct from new.display_name or old.username is distinct from new.username or old.city is distinct from new.city)
  execute function index_creator_again('id');
create trigger former_usernames_are_indexed after insert or delete on former_usernames for each row
  execute function index_creator_again('profile_id');

insert into creators_to_index (creator_id) select profile_id from creators where listed;

-- The filters of the feeds, each in the order in which its creators are shown: a filter that hardly anybody passes would read the whole feed.
create index creators_online on creators (feed_rank desc, profile_id desc) where listed and is_live;
create index creators_by_approval on creators (approved_at desc, profile_id desc) where listed;
create index creators_by_price on creators (subscription_price_minor, feed_rank desc, profile_id desc) where listed;
