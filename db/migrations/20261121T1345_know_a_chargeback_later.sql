set local lock_timeout = '5s';

-- A bank may be faster than our own look at a payment: what belonged to nobody is given to its payment once that is known.
grant update (transaction_id, purchase_id, account_id, currency) on chargebacks to peach_app;
