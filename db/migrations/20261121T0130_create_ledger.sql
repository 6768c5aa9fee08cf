set local lock_timeout = '5s';

-- Sign: a debit is positive, a credit negative. Whatever stands here is written by post_journal_entry and fold_hot_accounts alone.
create table ledger_accounts (
  id uuid primary key,
  purpose text not null,
  owner_id uuid references profiles,
  currency char(3) not null check (currency in ('UGX', 'USD')),
  folded boolean not null,   -- hot: its balance row is never touched while posting, credits wait in ledger_unfolded
  guarded boolean not null,  -- a pot of somebody's money: it can't be overdrawn
  opened_at timestamptz not null default app_now(),
  unique nulls not distinct (purpose, owner_id, currency),
  check (not (folded and guarded))
);

create table journal_entries (
  id uuid primary key,
  kind text not null,
  idempotency_key text not null unique,
  fingerprint bytea not null,
  cause_kind text not null,
  cause_id uuid not null,
  reverses uuid unique references journal_entries,
  happened_at timestamptz not null,
  recorded_at timestamptz not null default app_now()
);
create index journal_entries_of_cause on journal_entries (cause_kind, cause_id);

create table postings (
  entry_id uuid not null references journal_entries,
  line smallint not null,
  account_id uuid not null references ledger_accounts,
  amount_minor bigint not null check (amount_minor <> 0),
  currency char(3) not null,
  primary key (entry_id, line)
);
create index postings_of_account on postings (account_id, entry_id desc) include (amount_minor);

create table ledger_balances (
  account_id uuid primary key references ledger_accounts,
  balance_minor bigint not null default 0,
  guarded boolean not null,
  constraint guarded_account_is_overdrawn check (not guarded or balance_minor <= 0)
) with (fillfactor = 70);

create table ledger_unfolded (
  entry_id uuid not null,
  line smallint not null,
  account_id uuid not null references ledger_accounts,
  amount_minor bigint not null,
  primary key (entry_id, line)
);
create index ledger_unfolded_of_account on ledger_unfolded (account_id) include (amount_minor);

create trigger journal_entries_are_append_only before update or delete on journal_entries for each row execute function refuse_change();
create trigger journal_entries_are_never_emptied before truncate on journal_entries for each statement execute function refuse_change();
create trigger postings_are_append_only before update or delete on postings for each row execute function refuse_change();
create trigger postings_are_never_emptied before truncate on postings for each statement execute function refuse_change();

-- The functions below run on plans that a session keeps, made perhaps while the tables were empty: they never scan a table whole. They
-- look into these very tables: a temporary one of the same name would come first by itself.
create function refuse_unbalanced_entry() returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from postings p where p.entry_id = new.entry_id group by p.currency having sum(p.amount_minor) <> 0) then
    raise exception 'journal entry % does not balance', new.entry_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger postings_balance after insert on postings
  deferrable initially deferred for each row execute function refuse_unbalanced_entry();

-- An entry without lines says nothing and would hide a lost half.
create function refuse_empty_entry() returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from postings p where p.entry_id = new.id) then
    raise exception 'journal entry % has no postings', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_entries_have_postings after insert on journal_entries
  deferrable initially deferred for each row execute function refuse_empty_entry();

create function open_ledger_account(
  p_id uuid, p_purpose text, p_owner uuid, p_currency char(3), p_folded boolean, p_guarded boolean
) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare v_id uuid;
begin
  select a.id into v_id from ledger_accounts a
    where a.purpose = p_purpose and a.owner_id is not distinct from p_owner and a.currency = p_currency;
  if v_id is not null then return v_id; end if;
  insert into ledger_accounts (id, purpose, owner_id, currency, folded, guarded)
    values (p_id, p_purpose, p_owner, p_currency, p_folded, p_guarded)
    on conflict (purpose, owner_id, currency) do nothing returning id into v_id;
  if v_id is null then
    select a.id into strict v_id from ledger_accounts a
      where a.purpose = p_purpose and a.owner_id is not distinct from p_owner and a.currency = p_currency;
    return v_id;
  end if;
  insert into ledger_balances (account_id, guarded) values (v_id, p_guarded);
  return v_id;
end $$;

-- The one door to the ledger. The same key with the same content answers the first entry (posted = false); with other content it
-- raises. Balance rows are locked in the order of their ids, so that two postings never wait for each other in a circle.
create function post_journal_entry(
  p_entry uuid, p_kind text, p_key text, p_cause_kind text, p_cause uuid, p_happened_at timestamptz, p_reverses uuid,
  p_accounts uuid[], p_amounts bigint[]
) returns table (entry_id uuid, posted boolean) language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_lines integer := cardinality(p_accounts);
  v_print bytea := sha256(convert_to(concat_ws('|', p_kind, p_cause_kind, p_cause, p_reverses, p_accounts, p_amounts), 'UTF8'));
  v_first record;
  v_written integer;
begin
  if v_lines < 2 or v_lines <> cardinality(p_amounts) then
    raise exception 'a journal entry needs two lines or more, each with an account and an amount' using errcode = 'check_violation';
  end if;

  insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, reverses, happened_at)
    values (p_entry, p_kind, p_key, v_print, p_cause_kind, p_cause, p_reverses, p_happened_at)
    on conflict (idempotency_key) do nothing;
  if not found then
    select e.id, e.fingerprint into v_first from journal_entries e where e.idempotency_key = p_key;
    if v_first.fingerprint is distinct from v_print then
      raise exception 'idempotency key % was used for another entry', p_key using errcode = 'unique_violation';
    end if;
    return query select v_first.id, false;
    return;
  end if;

  if p_reverses is not null and exists (
    select from (
      select p.account_id, -sum(p.amount_minor) as amount from postings p where p.entry_id = p_reverses group by 1
    ) as taken full join (
      select l.account as account_id, sum(l.amount) as amount from unnest(p_accounts, p_amounts) as l (account, amount) group by 1
    ) as given using (account_id) where taken.amount is distinct from given.amount
  ) then
    raise exception 'entry % does not take back entry % whole', p_entry, p_reverses using errcode = 'check_violation';
  end if;

  perform from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where b.account_id = any (p_accounts) and not a.folded order by b.account_id for update of b;

  with lines as (
    select l.line::smallint as line, a.id as account_id, l.amount, a.currency, a.folded
    from unnest(p_accounts, p_amounts) with ordinality as l (account, amount, line)
    join ledger_accounts a on a.id = l.account
  ), written as (
    insert into postings (entry_id, line, account_id, amount_minor, currency)
    select p_entry, lines.line, lines.account_id, lines.amount, lines.currency from lines
    returning 1
  ), waiting as (
    insert into ledger_unfolded (entry_id, line, account_id, amount_minor)
    select p_entry, lines.line, lines.account_id, lines.amount from lines where lines.folded
  ), moved as (
    update ledger_balances b set balance_minor = b.balance_minor + s.total
    from (select lines.account_id, sum(lines.amount)::bigint as total from lines where not lines.folded group by 1) s
    where b.account_id = s.account_id
  )
  select count(*) into v_written from written;
  if v_written <> v_lines then
    raise exception 'a line names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;
  return query select p_entry, true;
end $$;

-- Adds waiting credits of hot accounts to their balance rows. Several folders may run at once; each row is folded by one of them.
create function fold_hot_accounts(p_limit integer) returns integer language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare v_taken integer;
begin
  with taken as (
    delete from ledger_unfolded u using (
      select w.entry_id, w.line from ledger_unfolded w order by w.entry_id, w.line limit p_limit for update skip locked
    ) pick where u.entry_id = pick.entry_id and u.line = pick.line
    returning u.account_id, u.amount_minor
  ), sums as (
    select account_id, sum(amount_minor)::bigint as total, count(*) as lines from taken group by account_id
  ), locked as (
    select b.account_id from ledger_balances b where b.account_id in (select account_id from sums) order by b.account_id for update
  ), moved as (
    update ledger_balances b set balance_minor = b.balance_minor + sums.total
    from sums join locked using (account_id) where b.account_id = sums.account_id returning sums.lines
  )
  select coalesce(sum(lines), 0)::integer into v_taken from moved;
  return v_taken;
end $$;

create function ledger_balance(p_account uuid) returns bigint language sql stable return (
  select b.balance_minor + coalesce((select sum(u.amount_minor) from public.ledger_unfolded u where u.account_id = b.account_id), 0)::bigint
  from public.ledger_balances b where b.account_id = p_account
);
