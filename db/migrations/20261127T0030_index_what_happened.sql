set local lock_timeout = '5s';

-- The timeline of a person also reads ended sessions and passes.
create index sessions_by_profile on sessions (profile_id, id);
create index subscriptions_by_user on subscriptions (user_id, id);
create index suspensions_by_profile on suspensions (profile_id);
