import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { maskEmail } from '#app/domain/identity/email.ts'
import type { Money } from '#app/domain/money/money.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { inTransaction, queryPreparedIn } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { FoundPerson } from './find-people.server.ts'
import { canViewPeople } from './policy.ts'

export type OpenedPerson = FoundPerson & {
  /** Its last three digits; null where none is stored. */
  phoneEnd: string | null
  wallet: Money
  passUntil: Date | null
  suspendedFor: string | null
}

const FIND = `select p.id, p.display_name as "displayName", p.username, p.user_type as "userType", p.account_status as "accountStatus",
    p.is_blocked as "isBlocked", p.email, p.created_at as "joinedAt", right(p.phone, 3) as "phoneEnd",
    (select max(s.expires_at) from subscriptions s where s.user_id = p.id and s.status = 'active') as "passUntil",
    (select s.reason from suspensions s where s.profile_id = p.id and s.lifted_at is null order by s.imposed_at desc limit 1) as "suspendedFor"
  from profiles p where p.id = $1 and p.user_type in ('fan', 'creator')`

type Row = Omit<OpenedPerson, 'maskedEmail' | 'wallet'> & { email: string }
type Refusal = { kind: 'not_permitted' | 'not_there' }

/** One person as support sees them. That it was opened, and by whom, is recorded in the same transaction. */
export async function openPerson(actor: Actor, personId: string): Promise<Result<OpenedPerson, Refusal>> {
  if (!canViewPeople(actor).allowed) return refuse({ kind: 'not_permitted' })
  if (!isId(personId)) return refuse({ kind: 'not_there' })
  const opened = await inTransaction<Result<Omit<OpenedPerson, 'wallet'>, Refusal>>(async (tx) => {
    const [row] = await queryPreparedIn<Row>(tx, 'open-person', FIND, [personId])
    if (!row) return refuse({ kind: 'not_there' })
    await publish(tx, { actorId: actor!.id, event: 'person_opened', objectId: personId })
    const { email, ...person } = row
    return ok({ ...person, maskedEmail: maskEmail(email) })
  })
  return opened.ok ? ok({ ...opened.value, wallet: await walletBalance(personId) }) : opened
}
