set local lock_timeout = '5s';

-- What a day of a subscription earns, and what counts as paid by card, are rules of the server.
drop function creator_subscription_earned(bigint, integer);
drop function is_card_funded(uuid);
drop function is_wallet_card_funded(uuid, timestamptz);
