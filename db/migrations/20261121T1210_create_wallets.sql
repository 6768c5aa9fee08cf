set local lock_timeout = '5s';

-- Money of a wallet that is set aside for something that isn't given yet. It ends once: released to whom it was promised, or returned.
create table wallet_holds (
  id uuid primary key,
  owner_id uuid not null references profiles,
  amount_minor bigint not null check (amount_minor > 0 and amount_minor % 100 = 0),
  currency char(3) not null default 'UGX' check (currency = 'UGX'),
  cause_kind text not null,
  cause_id uuid not null,
  state text not null default 'held' check (state in ('held', 'released', 'returned')),
  placed_entry_id uuid not null references journal_entries,
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_entry_id uuid references journal_entries,
  ended_at timestamptz,
  end_reason text,
  check (expires_at > placed_at),
  check ((state = 'held') = (ended_at is null)),
  check ((state = 'held') = (ended_entry_id is null)),
  check ((state = 'returned') = (end_reason is not null)),
  unique (cause_kind, cause_id)
);
create index wallet_holds_due on wallet_holds (expires_at) where state = 'held';
create index wallet_holds_of_owner on wallet_holds (owner_id, placed_at desc);

create function refuse_second_end() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'wallet_hold_has_ended' using detail = old.id::text;
end $$;
create trigger wallet_holds_end_once before update on wallet_holds
  for each row when (old.state <> 'held') execute function refuse_second_end();

-- A creator's price for one custom request, as this fan may accept it. What is wanted stands with the request itself.
create table custom_request_quotes (
  id uuid primary key,
  creator_id uuid not null references creators,
  fan_id uuid not null references profiles,
  -- Each change of the offer counts up: who accepts names what they saw.
  version integer not null default 1 check (version > 0),
  price_minor bigint not null check (price_minor > 0 and price_minor % 100 = 0),
  currency char(3) not null default 'UGX' check (currency = 'UGX'),
  delivery_days integer not null check (delivery_days between 1 and 30),
  state text not null default 'offered' check (state in ('offered', 'accepted', 'delivered', 'declined', 'withdrawn')),
  offered_at timestamptz not null,
  answer_by timestamptz not null,
  hold_id uuid unique references wallet_holds,
  closed_at timestamptz,
  check (creator_id <> fan_id),
  check (answer_by > offered_at),
  check (state not in ('accepted', 'delivered') or hold_id is not null),
  check ((state in ('offered', 'accepted')) = (closed_at is null))
);
create index custom_request_quotes_of_fan on custom_request_quotes (fan_id, offered_at desc);
create index custom_request_quotes_of_creator on custom_request_quotes (creator_id, offered_at desc);

grant select, insert, update (state, ended_entry_id, ended_at, end_reason) on wallet_holds to peach_app;
grant select, insert, update (version, price_minor, delivery_days, state, offered_at, answer_by, hold_id, closed_at) on custom_request_quotes to peach_app;
