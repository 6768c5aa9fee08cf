set local lock_timeout = '5s';

-- What was signed, by the bytes of each file besides its id: the same id with another content is another file.
alter table release_statements add column content_hashes text[] not null default '{}';
update release_statements s set content_hashes = coalesce(
  (select array_agg(encode(m.content_sha256, 'hex') order by m.id) from media m where m.id = any(s.media_ids)), '{}');
