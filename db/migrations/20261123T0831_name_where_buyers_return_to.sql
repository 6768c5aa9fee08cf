set local lock_timeout = '5s';

alter table purchases rename column intent to return_to;
