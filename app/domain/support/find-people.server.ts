import { maskEmail } from '#app/domain/identity/email.ts'
import type { Actor, UserType } from '#app/domain/identity/actor.ts'
import { toE164 } from '#app/domain/identity/phone.server.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { PURCHASE_BY_TAIL, TRANSACTION_BY_GATEWAY, TRANSACTION_BY_TAIL } from './payment-references.ts'
import { canViewPeople } from './policy.ts'
import { readSearch, type Search, startOf } from './search.ts'

/** Somebody who was found, with the address masked. */
export type FoundPerson = {
  id: string
  displayName: string | null
  username: string | null
  userType: UserType
  accountStatus: 'active' | 'suspended' | 'closed'
  isBlocked: boolean
  maskedEmail: string
  joinedAt: Date
}

const MOST = 20

const PERSON = `select p.id, p.display_name as "displayName", p.username, p.user_type as "userType", p.account_status as "accountStatus",
    p.is_blocked as "isBlocked", p.email, p.created_at as "joinedAt"
  from profiles p where p.user_type in ('fan', 'creator') and`

const ofPayments = (condition: string) => `${PERSON} p.id in (select t.user_id from transactions t where ${condition})
  order by p.id desc limit $2`

/** The statement and its value for each kind of search: all of them are answered by an index. */
function statementOf(search: Search): [name: string, text: string, value: string] {
  switch (search.kind) {
    case 'payment':
      return [
        'people-by-payment',
        `${PERSON} p.id in (select t.user_id from transactions t where ${TRANSACTION_BY_TAIL}
          union select u.buyer_id from purchases u where ${PURCHASE_BY_TAIL})
          order by p.id desc limit $2`,
        search.tail,
      ]
    case 'payout':
      return [
        'people-by-payout',
        `${PERSON} p.id in (select o.creator_id from payouts o where o.number = $1::bigint) order by p.id desc limit $2`,
        search.number.toString(),
      ]
    case 'email':
      return [
        'people-by-email',
        `${PERSON} p.id in (select a.id from profiles a where a.email = $1 union select t.user_id from transactions t where t.email = $1)
          order by p.email = $1 desc, p.id desc limit $2`,
        search.email,
      ]
    case 'phone':
      return [
        'people-by-phone',
        `${PERSON} p.id in (select a.id from profiles a where a.phone = $1
          union select t.user_id from transactions t where t.phone_number in ($1, substr($1, 2))) order by p.id desc limit $2`,
        search.phone,
      ]
    case 'words':
      return [
        'people-by-words',
        `${PERSON} p.id in ((select a.id from profiles a where a.username like $1 and a.user_type in ('fan', 'creator') order by a.username using ~<~ limit $2)
            union (select a.id from profiles a where lower(a.display_name) like $1 and a.user_type in ('fan', 'creator')
              order by lower(a.display_name) using ~<~, a.id limit $2)) order by p.username, p.id limit $2`,
        startOf(search.words),
      ]
    default:
      return search satisfies never
  }
}

const BY_GATEWAY = ofPayments(TRANSACTION_BY_GATEWAY)

/**
 * People by a reference of a payment (PCH-…) or a payout (PO-…), the gateway's number or our whole reference of a payment, an email address,
 * a phone number, or the beginning of a username or name; 20 at most. Empty where the text finds nobody.
 */
export async function findPeople(
  actor: Actor,
  typed: string,
): Promise<Result<FoundPerson[], { kind: 'not_permitted' }>> {
  if (!canViewPeople(actor).allowed) return refuse({ kind: 'not_permitted' })
  const search = readSearch(typed, toE164)
  if (!search) return ok([])
  const found = await read(...statementOf(search))
  if (found.length > 0 || (search.kind !== 'words' && search.kind !== 'phone')) return ok(found)
  return ok(await read('people-by-gateway', BY_GATEWAY, typed.trim()))
}

type Row = Omit<FoundPerson, 'maskedEmail'> & { email: string }

async function read(name: string, text: string, value: string): Promise<FoundPerson[]> {
  const rows = await queryPrepared<Row>(name, text, [value, MOST])
  return rows.map(({ email, ...person }) => ({ ...person, maskedEmail: maskEmail(email) }))
}
