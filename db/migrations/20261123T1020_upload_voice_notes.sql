set local lock_timeout = '5s';

alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in ('avatar', 'post_photo', 'post_video', 'post_voice',
  'verification_selfie', 'identity_document', 'proof_of_address')) not valid;
alter table uploads validate constraint uploads_purpose_check;
