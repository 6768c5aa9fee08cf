set local lock_timeout = '5s';

-- The cover of a creator's page and the card in the feeds, which only the demo had.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in ('avatar', 'cover', 'card', 'post_photo', 'post_video',
  'post_voice', 'verification_selfie', 'identity_document', 'proof_of_address'));
grant update (card_media_id, cover_media_id) on creators to peach_app;
