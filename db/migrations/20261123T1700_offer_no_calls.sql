set local lock_timeout = '5s';

-- Calls don't exist yet, so nobody can ask for one. Open requests for one end with the next scheduled task, which returns the whole sum;
-- those that have ended stay as they are.
update custom_requests set answer_by = greatest(app_now(), asked_at + interval '1 microsecond'),
    deliver_by = greatest(app_now(), asked_at + interval '1 microsecond')
  where kind = 'call' and state in ('asked', 'price_changed', 'accepted');
delete from custom_request_offers where kind = 'call';
delete from custom_request_drafts where kind = 'call';
alter table custom_request_offers drop constraint custom_request_offers_kind_check;
alter table custom_request_offers add constraint custom_request_offers_kind_check check (kind in ('photo', 'video', 'voice'));

-- A locked post shows one whole item, never the first seconds of one.
alter table posts drop column teaser_seconds;
