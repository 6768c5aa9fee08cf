set local lock_timeout = '5s';

-- From which price a creator is mailed about a sale, in minor units of shillings; null: about none. Without a row the standard of the product.
create table sale_mail_choices (
  profile_id uuid primary key references profiles,
  from_minor bigint check (from_minor > 0),
  changed_at timestamptz not null default app_now()
);
grant select, insert, delete, update (from_minor, changed_at) on sale_mail_choices to peach_app;
grant select, delete on sale_mail_choices to peach_erasure;
