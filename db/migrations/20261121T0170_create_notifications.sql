set local lock_timeout = '5s';

-- Where mail goes while no SMTP server is configured (the demo): readable at /dev/mail, which exists in the demo alone.
create table caught_mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  code text,
  link text,
  sent_at timestamptz not null default app_now()
);
create index caught_mails_of_recipient on caught_mails (recipient, sent_at desc, id desc);
