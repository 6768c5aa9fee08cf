set local lock_timeout = '5s';

-- Whether an entry balances is told once a statement, over all the lines that it wrote: many entries at once cost one look.
drop trigger postings_balance on postings;
drop function refuse_unbalanced_entry();
create function refuse_unbalanced_entries() returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare v_entry uuid;
begin
  -- Laterally, so that however many entries are expected, each is looked up by its key.
  select w.entry_id into v_entry from (select distinct entry_id from written) w
    cross join lateral (
      select from postings p where p.entry_id = w.entry_id group by p.currency having sum(p.amount_minor) <> 0 limit 1
    ) off limit 1;
  if found then
    raise exception 'journal entry % does not balance', v_entry using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke execute on function refuse_unbalanced_entries() from public;
create trigger postings_balance after insert on postings referencing new table as written
  for each statement execute function refuse_unbalanced_entries();

-- Many entries in one call, with the guarantees of post_journal_entry for each: the same key with the same content answers the first entry,
-- with other content it raises and nothing of the call stands. `p_lines` says for each line which entry it belongs to, counted from one.
-- A guarded pot must hold what the call as a whole takes from it. Reversals are posted one by one.
create function post_journal_entries(
  p_entries uuid[], p_kinds text[], p_keys text[], p_cause_kinds text[], p_causes uuid[], p_happened_at timestamptz[],
  p_lines integer[], p_accounts uuid[], p_amounts bigint[]
) returns table (entry_id uuid, posted boolean) language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_count integer := cardinality(p_entries);
  v_prints bytea[];
  v_new uuid[];
  v_other text;
  v_wanted integer;
  v_written integer;
begin
  if v_count <> cardinality(p_kinds) or v_count <> cardinality(p_keys) or v_count <> cardinality(p_cause_kinds)
    or v_count <> cardinality(p_causes) or v_count <> cardinality(p_happened_at)
    or cardinality(p_lines) <> cardinality(p_accounts) or cardinality(p_lines) <> cardinality(p_amounts) then
    raise exception 'the lists of a call have one length each' using errcode = 'check_violation';
  end if;

  select array_agg(sha256(convert_to(
      concat_ws('|', p_kinds[e.n], p_cause_kinds[e.n], p_causes[e.n], l.accounts, l.amounts), 'UTF8')) order by e.n)
    into v_prints
    from generate_series(1, v_count) as e (n)
    join (
      select x.entry, array_agg(x.account order by x.place) as accounts, array_agg(x.amount order by x.place) as amounts
      from unnest(p_lines, p_accounts, p_amounts) with ordinality as x (entry, account, amount, place) group by x.entry having count(*) > 1
    ) l on l.entry = e.n;
  if cardinality(v_prints) is distinct from v_count then
    raise exception 'a journal entry needs two lines or more, each with an account and an amount' using errcode = 'check_violation';
  end if;

  with written as (
    insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
    select e.id, e.kind, e.key, e.print, e.cause_kind, e.cause, e.happened_at
    from unnest(p_entries, p_kinds, p_keys, v_prints, p_cause_kinds, p_causes, p_happened_at)
      as e (id, kind, key, print, cause_kind, cause, happened_at)
    order by e.key
    on conflict (idempotency_key) do nothing returning id
  )
  select coalesce(array_agg(id), '{}') into v_new from written;

  if cardinality(v_new) < v_count then
    select e.key into v_other from unnest(p_keys, v_prints) as e (key, print)
      join journal_entries j on j.idempotency_key = e.key where j.fingerprint is distinct from e.print limit 1;
    if found then
      raise exception 'idempotency key % was used for another entry', v_other using errcode = 'unique_violation';
    end if;
  end if;

  perform from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where b.account_id = any (p_accounts) and not a.folded order by b.account_id for update of b;

  with lines as (
    select e.id as entry_id, row_number() over (partition by x.entry order by x.place)::smallint as line, a.id as account_id, x.amount,
      a.currency, a.folded
    from unnest(p_lines, p_accounts, p_amounts) with ordinality as x (entry, account, amount, place)
    join unnest(p_entries) with ordinality as e (id, n) on e.n = x.entry
    join unnest(v_new) as fresh (id) on fresh.id = e.id
    join ledger_accounts a on a.id = x.account
  ), written as (
    insert into postings (entry_id, line, account_id, amount_minor, currency)
    select lines.entry_id, lines.line, lines.account_id, lines.amount, lines.currency from lines
    returning 1
  ), waiting as (
    insert into ledger_unfolded (entry_id, line, account_id, amount_minor)
    select lines.entry_id, lines.line, lines.account_id, lines.amount from lines where lines.folded
  ), moved as (
    update ledger_balances b set balance_minor = b.balance_minor + s.total
    from (select lines.account_id, sum(lines.amount)::bigint as total from lines where not lines.folded group by 1) s
    where b.account_id = s.account_id
  )
  select count(*) into v_written from written;
  select count(*) into v_wanted from unnest(p_lines) as x (entry) where p_entries[x.entry] = any (v_new);
  if v_written <> v_wanted then
    raise exception 'a line names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;

  return query select j.id, j.id = any (v_new) and j.id = e.id
    from unnest(p_entries, p_keys) with ordinality as e (id, key, n) join journal_entries j on j.idempotency_key = e.key order by e.n;
end $$;
revoke execute on function post_journal_entries(uuid[], text[], text[], text[], uuid[], timestamptz[], integer[], uuid[], bigint[]) from public;
grant execute on function post_journal_entries(uuid[], text[], text[], text[], uuid[], timestamptz[], integer[], uuid[], bigint[]) to peach_app;

-- Each look at the gateway's own lists, and each audit: what it covered and what it found.
create table reconciliation_runs (
  id uuid primary key,
  kind text not null check (kind in ('gateway', 'audit')),
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  window_from timestamptz,
  window_to timestamptz,
  counts jsonb not null default '{}',
  found integer not null default 0 check (found >= 0),
  failure text,
  check (kind = 'audit' or (window_from is not null and window_to > window_from))
);
create index reconciliation_runs_newest on reconciliation_runs (kind, started_at desc);
grant select, insert, update (finished_at, counts, found, failure) on reconciliation_runs to peach_app;

-- Where our books and the gateway's, or our books and themselves, don't agree. The clock explains what resolves itself, a person the rest.
create table reconciliation_differences (
  id uuid primary key,
  kind text not null,
  subject text not null,
  currency char(3) check (currency in ('UGX', 'USD')),
  -- What is at stake: theirs less ours, so that the sum over open rows is what nobody has explained.
  amount_minor bigint,
  says text not null,
  causes_at timestamptz not null,
  object_kind text,
  object_id text,
  state text not null default 'open' check (state in ('open', 'explained', 'settled')),
  first_seen_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  ended_at timestamptz,
  settled_by uuid references profiles,
  note text not null default '' check (char_length(note) <= 1000),
  unique (kind, subject),
  check ((amount_minor is null) = (currency is null)),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'settled') = (settled_by is not null))
);
create index reconciliation_differences_open on reconciliation_differences (first_seen_at, id) where state = 'open';
create index reconciliation_differences_newest on reconciliation_differences (first_seen_at desc, id desc);
grant select, insert, update (currency, amount_minor, says, state, last_seen_at, ended_at, settled_by, note)
  on reconciliation_differences to peach_app;

-- A manual entry: one account against `corrections`, proposed by one person and posted by another.
create table ledger_corrections (
  id uuid primary key,
  difference_id uuid references reconciliation_differences,
  purpose text not null,
  owner_id uuid references profiles,
  currency char(3) not null check (currency in ('UGX', 'USD')),
  amount_minor bigint not null check (amount_minor <> 0),  -- on the account: a debit is positive
  reason text not null check (char_length(reason) between 10 and 1000),
  proposed_by uuid not null references profiles,
  proposed_at timestamptz not null default app_now(),
  state text not null default 'proposed' check (state in ('proposed', 'posted', 'declined')),
  decided_by uuid references profiles,
  decided_at timestamptz,
  alone boolean not null default false,  -- the owner, while there is no super-admin
  entry_id uuid references journal_entries,
  check ((state = 'proposed') = (decided_by is null)),
  check ((state = 'posted') = (entry_id is not null)),
  constraint ledger_corrections_by_two check (decided_by <> proposed_by or alone or state = 'declined')
);
create index ledger_corrections_newest on ledger_corrections (proposed_at desc, id desc);
grant select, insert, update (state, decided_by, decided_at, alone, entry_id) on ledger_corrections to peach_app;

-- The ledger browser walks entries by kind and by account from any day on.
create index journal_entries_of_kind on journal_entries (kind, id desc);
