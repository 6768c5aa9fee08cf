-- One sale of three lines, by PostgreSQL's own client: a new time-ordered id and key each time, hot platform accounts, one account of a thousand.
\set account random(1, 1000)
\set gross random(1000, 100000) * 100
\set part :gross / 5
select * from post_journal_entry(
  (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8'
    || substr(md5(random()::text), 1, 15))::uuid,
  'post_unlocked', md5(random()::text || clock_timestamp()), 'purchase', '01970000-0000-7000-8000-000000000001', clock_timestamp(), null,
  array[:clearing::uuid, ('01970000-0000-7000-8000-' || lpad(:account::text, 12, '0'))::uuid, :revenue::uuid],
  array[:gross::bigint, -(:gross::bigint - :part::bigint), -(:part::bigint)]);
