set local lock_timeout = '5s';

-- Whether somebody has a view of a report open is asked with each private file that is sent.
create index report_views_of_staff on report_views (staff_id, ends_at);
