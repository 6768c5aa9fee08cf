/**
 * The subscribers of the creator `$1`, as their page counts them: who follows with a pass, and who has this creator's subscription. A fan
 * who only has a pass has chosen nobody, and gets nothing.
 */
export const SUBSCRIBERS = `
  select f.fan_id from follows f where f.creator_id = $1 and exists (
    select from entitlements e where e.account_id = f.fan_id and e.grants = 'all_creators'
      and e.starts_at <= (select app_now()) and (e.ends_at is null or e.ends_at > (select app_now())))
  union select e.account_id from entitlements e where e.grants = 'creator' and e.object_id = $1
    and e.starts_at <= (select app_now()) and e.ends_at > (select app_now())`
