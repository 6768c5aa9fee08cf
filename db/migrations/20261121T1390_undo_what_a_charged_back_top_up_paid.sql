set local lock_timeout = '5s';

-- What a wallet bought since a top-up that a bank took back goes back as refunds of its own.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('arrived_late', 'paid_twice', 'paid_too_much', 'product_gone', 'not_approved', 'unmatched', 'unused', 'removed', 'asked', 'top_up_charged_back'));
