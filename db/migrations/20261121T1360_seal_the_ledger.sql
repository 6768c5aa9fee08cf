set local lock_timeout = '5s';

-- The chain over the ledger. What was posted is sealed afterwards, some thousand entries at a time, so that posting costs nothing: each
-- seal holds a digest of its entries with their postings and of the seal before it.
create table ledger_seals (
  seal_no integer primary key check (seal_no > 0),
  entries integer not null check (entries > 0),
  digest bytea not null check (octet_length(digest) = 32),
  sealed_at timestamptz not null default app_now()
);

-- Which seal holds an entry. Never a range of ids: an entry that is committed late has a smaller one than those that are sealed already.
-- No reference to the entry: whether it is still there is what the audit asks.
create table ledger_sealed (
  entry_id uuid primary key,
  seal_no integer not null references ledger_seals
);

create trigger ledger_seals_are_append_only before update or delete on ledger_seals for each row execute function refuse_change();
create trigger ledger_seals_are_never_emptied before truncate on ledger_seals for each statement execute function refuse_change();
create trigger ledger_sealed_is_append_only before update or delete on ledger_sealed for each row execute function refuse_change();
create trigger ledger_sealed_is_never_emptied before truncate on ledger_sealed for each statement execute function refuse_change();
grant select, insert on ledger_seals, ledger_sealed to peach_app;
