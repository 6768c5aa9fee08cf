set local lock_timeout = '5s';

-- What each reviewer has opened of what they decide about: a medium or a document whose bytes they requested, or the text of a post that
-- they were shown. Of another content it counts no more.
create table review_openings (
  staff_id uuid not null references profiles (id),
  item_id uuid not null,
  kind text not null check (kind in ('medium', 'document', 'text')),
  content_sha256 bytea not null,
  opened_at timestamptz not null default app_now(),
  primary key (staff_id, item_id)
);
grant select, insert, update (kind, content_sha256, opened_at) on review_openings to peach_app;
