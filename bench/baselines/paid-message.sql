-- A paid message by PostgreSQL's own client: its thread locked, the same ledger call, earning, message and thread, in one transaction.
\set n random(1, :pairs)
begin;
select t.id as thread, t.last_seq + 1 as seq, p.fan, p.creator, p.wallet, p.pending, p.revenue, gen_random_uuid() as message, gen_random_uuid() as entry
from bench_pairs p join chat_threads t on t.id = p.thread where p.n = :n for no key update of t \gset
select * from post_journal_entry(:entry::uuid, 'message_paid', 'bench:' || :message::text, 'chat_message', :message::uuid, now(), null,
  array[:wallet::uuid, :pending::uuid, :revenue::uuid], array[500000::bigint, -400000::bigint, -100000::bigint]);
insert into earnings (id, creator_id, source, cause_kind, cause_id, entry_id, gross_minor, fee_minor, net_minor, earned_at, available_at)
values (gen_random_uuid(), :creator::uuid, 'message', 'chat_message', :message::uuid, :entry::uuid, 500000, 100000, 400000, now(), now() + interval '7 days');
with message as (
  insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, price_minor, net_minor, entry_id, sent_at)
  values (:message::uuid, :thread::uuid, :seq::bigint, :fan::uuid, :message::uuid, 'Good evening, how was your day?', 500000, 400000, :entry::uuid, now()))
update chat_threads set last_seq = :seq::bigint, last_at = now(), fan_read_seq = :seq::bigint, waits_since = coalesce(waits_since, now()) where id = :thread::uuid;
commit;
