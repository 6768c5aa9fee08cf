set local lock_timeout = '5s';

-- The part of the product that a line of a plan promises; the line is shown while that part works. Null: always.
alter table subscription_plan_features add column needs text check (needs in ('chat', 'calls', 'bookings', 'live'));
update subscription_plan_features set needs = 'chat' where feature_text = 'Paid private chats';
update subscription_plan_features set needs = 'calls' where feature_text = 'Live video calls';
