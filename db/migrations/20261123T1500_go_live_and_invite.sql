set local lock_timeout = '5s';

-- When followers were last told that this creator is live: switching on and off does not notify them each time.
alter table creators add column live_told_at timestamptz;
-- How often the creator has opened an invite to send it by WhatsApp.
alter table creators add column invites_sent smallint not null default 0 check (invites_sent between 0 and 6);
grant update (is_live, live_told_at, invites_sent) on creators to peach_app;
grant update (live_told_at, invites_sent) on creators to peach_erasure;
