set local lock_timeout = '5s';

-- People's texts are limited by the characters that a person sees. A character has up to twelve code points (an emoji of a family with
-- skin colours), and char_length counts code points: these checks allow what the limits of the product allow.
do $$
declare
  one record;
begin
  for one in
    select c.conrelid::regclass as relation, c.conname, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join (values ('application_decisions', 'message'), ('blocked_media', 'reason'), ('chargebacks', 'answer_note'), ('chat_drafts', 'body'),
      ('chat_messages', 'body'), ('chat_saved_replies', 'name'), ('chat_saved_replies', 'body'), ('chat_welcomes', 'body'),
      ('content_flags', 'reason'), ('creator_applications', 'legal_name'), ('creators', 'legal_name'), ('custom_request_drafts', 'words'),
      ('custom_requests', 'words'), ('fan_lists', 'name'), ('fan_notes', 'body'), ('ledger_corrections', 'reason'),
      ('mass_messages', 'body'), ('notifications', 'heading'), ('notifications', 'body'), ('passkeys', 'name'),
      ('payout_accounts', 'account_name'), ('poll_options', 'label'), ('polls', 'question'), ('post_comments', 'body'),
      ('promo_codes', 'description'), ('rates', 'reason'), ('reconciliation_differences', 'note'), ('refunds', 'decision_note'),
      ('refunds', 'note'), ('release_refusals', 'lift_reason'), ('release_refusals', 'name'), ('releases', 'name'),
      ('report_evidence', 'body'), ('reports', 'details'), ('reports', 'note'), ('sealed_document_views', 'reason'),
      ('setting_changes', 'reason'), ('staff_alerts', 'about'), ('subscription_plan_features', 'feature_text'), ('suspensions', 'reason'),
      ('tips', 'message'), ('vault_folders', 'name'), ('vault_items', 'name')) written (relation, part)
      on c.conrelid = written.relation::regclass and c.contype = 'c'
      and pg_get_constraintdef(c.oid) ~ format('length\((btrim\()?%s\)+ <= \d', written.part)
  loop
    execute format('alter table %s drop constraint %I', one.relation, one.conname);
    execute format('alter table %s add constraint %I %s', one.relation, one.conname,
      regexp_replace(one.definition, '<= (\d+)', '<= (12 * \1)'));
  end loop;
end $$;

-- The key of an index has at most 2,704 bytes, and a name of sixty such characters has more.
drop index fan_lists_by_name;
create unique index fan_lists_by_name on fan_lists (creator_id, md5(lower(name)));
drop index vault_folders_by_name;
create unique index vault_folders_by_name on vault_folders (owner_id, md5(lower(name)));
