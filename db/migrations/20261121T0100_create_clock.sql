set local lock_timeout = '5s';

-- The one clock of business time: real time plus what the demo has moved it forward. One row, made here.
create table app_clock (
  only_row boolean primary key default true check (only_row),
  advanced_by interval not null default interval '0'
);
insert into app_clock default values;

-- Its table is bound here and now: no search path leads it to another.
create function app_now() returns timestamptz
  language sql stable
  return (select now() + advanced_by from public.app_clock);

-- Shared by every table whose rows are facts: nobody edits them, not even their owner.
create function refuse_change() returns trigger
  language plpgsql
  as $$ begin raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege'; end $$;
