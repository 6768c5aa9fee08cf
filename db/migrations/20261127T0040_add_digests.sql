set local lock_timeout = '5s';

-- Who wants all mails that can wait in one a day, and at which hour of Kampala; without a row the standard of the product.
create table digest_choices (
  profile_id uuid primary key references profiles,
  all_mails boolean not null,
  hour smallint not null check (hour between 0 and 23),
  changed_at timestamptz not null default app_now()
);
grant select, insert, delete, update (all_mails, hour, changed_at) on digest_choices to peach_app;
grant select, delete on digest_choices to peach_erasure;

-- A mail that waits for the digest (held_until is its time), and the digest that it went into.
alter table event_deliveries
  add column in_digest boolean not null default false,
  add column digest_id uuid;
create index event_deliveries_of_digest on event_deliveries (digest_id) where digest_id is not null;
grant update (in_digest, digest_id) on event_deliveries to peach_app;
