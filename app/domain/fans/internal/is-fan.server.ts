/** Whether the account `p.id` is a fan of the creator `$1`, by whatever joins them to the list of fans. An erased account is nobody's. */
export const IS_FAN = `p.id <> $1
  and not exists (select from account_deletions d where d.profile_id = p.id and d.state = 'erased')
  and (exists (select from follows f where f.creator_id = $1 and f.fan_id = p.id)
    or exists (select from chat_threads t where t.creator_id = $1 and t.fan_id = p.id and t.last_seq > 0)
    or exists (select from custom_requests r where r.creator_id = $1 and r.fan_id = p.id)
    or exists (select from post_comments m where m.creator_id = $1 and m.author_id = p.id)
    or exists (select from creator_subscriptions s where s.creator_id = $1 and s.user_id = p.id)
    or exists (select from purchases b join earnings e on e.cause_id = b.id and e.cause_kind = 'purchase'
      where b.buyer_id = p.id and e.creator_id = $1))`
