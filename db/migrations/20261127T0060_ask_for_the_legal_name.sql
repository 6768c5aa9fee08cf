set local lock_timeout = '5s';

-- As on the identity document: typed by the applicant, confirmed by the reviewer who saw the document, and then the creator's. Creators
-- from before have none until their next yearly verification.
alter table creator_applications add column legal_name text check (length(legal_name) between 2 and 100);
alter table creators add column legal_name text check (length(legal_name) between 2 and 100);
grant update (legal_name) on creator_applications to peach_app;
grant update (legal_name) on creator_applications to peach_erasure;
grant update (legal_name) on creators to peach_app;
grant update (legal_name) on creators to peach_erasure;
