import type pg from 'pg'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '../support/a-fan.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { newId } from '#app/platform/id.ts'

/** Four fans, two creators with posts to sell and a payout account, and three staff members: everybody whom money moves between. */
export type World = {
  fans: readonly [Person, Person, Person, Person]
  creators: readonly [Person, Person]
  /** Posts of each creator that can be unlocked, at these prices in minor units. */
  posts: readonly [readonly string[], readonly string[]]
  staff: Record<'earnings' | 'super' | 'support', Person>
}

/** One is expensive enough that its refund needs a second person. */
export const POST_PRICES_MINOR = [2_500_000n, 5_000_000n, 100_400n, 22_000_000n] as const
export const SUBSCRIPTION_PRICE_MINOR = 18_000_000n

function person(change: Partial<Person>): Person {
  const id = newId()
  return {
    ...A_FAN,
    id,
    email: `${id}@people.example`,
    displayName: 'Somebody',
    username: `p_${id.replaceAll('-', '').slice(-20)}`,
    sessionId: newId(),
    ...change,
  }
}

function ofStaff(staffRole: StaffRole): Person {
  return person({ userType: 'admin', staffRole })
}

/** Creates a world in a few statements. The first fan has full access for ten years and the others none; creators are visible as long. */
export async function makeWorld(owner: pg.Client): Promise<World> {
  const fans = [person({}), person({}), person({}), person({})] as const
  const creators = [person({ userType: 'creator' }), person({ userType: 'creator' })] as const
  const staff = { earnings: ofStaff('earnings-manager'), super: ofStaff('super-admin'), support: ofStaff('support') }
  const posts = [POST_PRICES_MINOR.map(() => newId()), POST_PRICES_MINOR.map(() => newId())] as const
  const everybody = [...fans, ...creators, ...Object.values(staff)]
  await owner.query(
    `insert into profiles (id, email, display_name, username, user_type, profile_completed, birthday)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::date[])`,
    [
      everybody.map(({ id }) => id),
      everybody.map(({ email }) => email),
      everybody.map(({ displayName }) => displayName),
      everybody.map(({ username }) => username),
      everybody.map(({ userType }) => userType),
      everybody.map(() => true),
      everybody.map(({ birthday }) => birthday),
    ],
  )
  const creatorIds = creators.map(({ id }) => id)
  await owner.query(
    `with made as (
       insert into creators (profile_id, verification_status, approved_at, subscription_price_minor)
       select id, 'approved', app_now(), $2 from unnest($1::uuid[]) as id returning profile_id
     ), listed as (
       insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
       select gen_random_uuid(), profile_id, 'grant', profile_id, app_now(), app_now() + interval '10 years' from made
     ), accounts as (
       insert into payout_accounts (id, creator_id, kind, bank_code, bank_name, number, account_name, state, code_expires_at, confirmed_at, usable_from, name_check)
       select gen_random_uuid(), profile_id, 'mobile_money', 'MTN', 'MTN Mobile Money', '+256772654321', 'SOMEBODY REAL', 'in_use', app_now(), app_now(), app_now(), 'matched' from made
     )
     insert into user_access (id, user_id, reason, expires_at)
     select gen_random_uuid(), id, 'demo data: a world of proofs', app_now() + interval '10 years' from unnest($3::uuid[]) as id`,
    [creatorIds, SUBSCRIPTION_PRICE_MINOR, [fans[0].id]],
  )
  const ids = posts.flat()
  await owner.query(
    `insert into posts (id, creator_id, kind, audience, price_minor, state, published_at)
     select id, creator, 'photo', 'pay_to_unlock', price, 'published', app_now()
     from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as p (id, creator, price)`,
    [
      ids,
      ids.map((_, index) => creatorIds[index < POST_PRICES_MINOR.length ? 0 : 1]),
      ids.map((_, index) => POST_PRICES_MINOR[index % POST_PRICES_MINOR.length]),
    ],
  )
  return { fans, creators, posts, staff }
}
