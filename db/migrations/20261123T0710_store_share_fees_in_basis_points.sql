set local lock_timeout = '5s';

-- Like every other rate: 2,000 is 20 %.
alter table share_runs drop constraint share_runs_fee_percentage_check;
alter table share_runs rename column fee_percentage to fee_basis_points;
alter table share_runs alter column fee_basis_points type integer using fee_basis_points * 100;
alter table share_runs add constraint share_runs_fee_basis_points_check check (fee_basis_points between 0 and 10000);
