set local lock_timeout = '5s';

-- What waits for a person is counted on every page about money and by the metrics.
create index refunds_waiting on refunds (state) where state in ('asked', 'agreed', 'failed');
