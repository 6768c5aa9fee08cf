set local lock_timeout = '5s';

-- Creators choose whether fans see when they were last online.
alter table creators add column shows_last_online boolean not null default false;
grant update (shows_last_online) on creators to peach_app;
