set local lock_timeout = '5s';

-- What somebody reported: a post, a creator's profile, a comment, a message or a conversation.
create table reports (
  id uuid primary key,
  kind text not null check (kind in ('post', 'creator', 'comment', 'message', 'conversation')),
  -- Of the kind; it outlives what it names, so it refers to nothing.
  subject_id uuid not null,
  -- Whose it is.
  reported_id uuid not null references profiles,
  -- Null for a visitor without an account.
  reporter_id uuid references profiles,
  contact_email text check (char_length(contact_email) <= 254),
  reason text not null check (reason in ('minor', 'danger', 'no_consent', 'illegal', 'stolen', 'pretends', 'scam', 'harassment', 'spam', 'other')),
  urgent boolean not null,
  details text not null check (char_length(details) <= 1000),
  reported_at timestamptz not null default app_now(),
  state text not null default 'open' check (state in ('open', 'dismissed', 'acted')),
  action text check (action in ('removal', 'flag', 'suspension', 'warning')),
  note text not null default '' check (char_length(note) <= 1000),
  decided_at timestamptz,
  decided_by uuid references profiles,
  -- From then on the evidence, the details and the address are gone.
  keep_until timestamptz,
  check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state = 'acted') = (action is not null)),
  check (reporter_id is null or contact_email is null),
  check (reporter_id <> reported_id)
);
create unique index reports_open_once on reports (reporter_id, kind, subject_id) where state = 'open';
create index reports_open on reports (urgent desc, reported_at, id) where state = 'open';
create index reports_by_time on reports (reported_at, id);
create index reports_of_subject on reports (subject_id);
create index reports_to_forget on reports (keep_until) where keep_until is not null;

-- The text of what was reported as it was then, and of the few messages around it in the same conversation.
create table report_evidence (
  report_id uuid not null references reports,
  position smallint not null,
  author_id uuid not null references profiles,
  body text not null check (char_length(body) <= 5000),
  written_at timestamptz not null,
  reported boolean not null,
  -- Earlier than that of its report where its author is erased.
  keep_until timestamptz,
  primary key (report_id, position)
);
create index report_evidence_of_author on report_evidence (author_id);
create index report_evidence_to_forget on report_evidence (keep_until) where keep_until is not null;

-- Which of staff opened the evidence, and until when.
create table report_views (
  id uuid primary key,
  report_id uuid not null references reports,
  staff_id uuid not null references profiles,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at > opened_at)
);
create index report_views_of_report on report_views (report_id, staff_id, ends_at);

grant select, insert, update (state, action, note, decided_at, decided_by, keep_until, details, contact_email) on reports to peach_app;
grant select, insert, delete, update (keep_until) on report_evidence to peach_app;
grant select, insert on report_views to peach_app;
grant select, update (details, contact_email) on reports to peach_erasure;
grant select, update (keep_until) on report_evidence to peach_erasure;

-- Staff remove a message that was reported.
grant update (body) on chat_messages to peach_app;

alter table notification_choices drop constraint notification_choices_kind_check;
alter table notification_choices add constraint notification_choices_kind_check
  check (kind in ('creator_live', 'new_post', 'message', 'comment', 'payment', 'booking', 'custom_request', 'payout', 'review_result',
    'fee_reminder', 'report')) not valid;
alter table notification_choices validate constraint notification_choices_kind_check;
