import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { pauseFeeWeeks } from '#app/domain/creators/pause-fee-weeks.server.ts'
import { resumeFeeWeeks } from '#app/domain/creators/resume-fee-weeks.server.ts'
import { refreshListed } from '#app/domain/creators/refresh-listed.server.ts'
import { setAccountStatus } from '#app/domain/identity/account-status.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { asRole, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canChangeStatus, statusAfter, type StatusChange, type StatusDenial } from './policy.ts'

export type StatusRefusal = { kind: 'not_there' } | { kind: 'not_permitted'; reason: StatusDenial }
type StatusInput = { creatorId: string; change: StatusChange; reason: string }
type StatusChanged = Result<{ displayName: string }, StatusRefusal>

/**
 * Suspends, reinstates, blocks or unblocks a creator, with the reason. A creator who is suspended or blocked leaves the feeds at once.
 */
export function changeCreatorStatus(actor: Actor, input: StatusInput): Promise<StatusChanged> {
  return inTransaction((tx) => changeCreatorStatusIn(tx, actor, input))
}

/** The same in the transaction of another decision. */
export async function changeCreatorStatusIn(
  tx: Tx,
  actor: Actor,
  { creatorId, change, reason }: StatusInput,
): Promise<StatusChanged> {
  if (!isId(creatorId)) return refuse({ kind: 'not_there' })
  const row = await tx
    .selectFrom('creators as c')
    .innerJoin('profiles as p', 'p.id', 'c.profile_id')
    .leftJoin('staff_members as s', (join) => join.onRef('s.profile_id', '=', 'p.id').on('s.ended_at', 'is', null))
    .select(['p.id', 'p.email', 'p.display_name', 'p.account_status', 'p.is_blocked', 'p.user_type', 's.role'])
    .where('p.id', '=', creatorId)
    .forUpdate('p')
    .executeTakeFirst()
  if (!row) return refuse({ kind: 'not_there' } as const)
  const verdict = canChangeStatus(
    actor,
    {
      id: row.id,
      accountStatus: row.account_status,
      isBlocked: row.is_blocked,
      isStaff: row.role !== null || row.user_type === 'owner' || row.user_type === 'admin',
    },
    change,
  )
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason } as const)
  const after = statusAfter({ accountStatus: row.account_status, isBlocked: row.is_blocked }, change)
  await recordChange(tx, { creatorId, change, reason, by: actor!.id })
  await setAccountStatus(tx, creatorId, after)
  // The fee is not used up while the page is hidden for a reason of ours.
  if (after.accountStatus === 'suspended' || after.isBlocked) await pauseFeeWeeks(tx, creatorId, now())
  else await resumeFeeWeeks(tx, creatorId, now())
  await refreshListed(tx, creatorId)
  await publish(tx, {
    actorId: actor!.id,
    event: EVENTS[change],
    objectId: creatorId,
    payload: { creator: { id: creatorId }, reason },
    detail: { reason },
  })
  return ok({ displayName: row.display_name ?? row.email })
}

/** Imposes a suspension or a block, or lifts it. */
async function recordChange(
  tx: Tx,
  asked: { creatorId: string; change: StatusChange; reason: string; by: string },
): Promise<void> {
  const { creatorId, change, reason, by } = asked
  const kind = change === 'suspend' || change === 'reinstate' ? 'suspended' : 'blocked'
  await asRole(tx, 'peach_decisions', async () => {
    if (change === 'suspend' || change === 'block')
      await tx
        .insertInto('suspensions')
        .values({ id: newId(), profile_id: creatorId, kind, reason, imposed_by: by })
        .execute()
    else
      await tx
        .updateTable('suspensions')
        .set({ lifted_by: by, lifted_at: sql<Date>`app_now()` })
        .where('profile_id', '=', creatorId)
        .where('kind', '=', kind)
        .where('lifted_at', 'is', null)
        .execute()
  })
}

const EVENTS = {
  suspend: 'creator_suspended',
  reinstate: 'creator_reinstated',
  block: 'creator_blocked',
  unblock: 'creator_unblocked',
} as const satisfies Record<StatusChange, string>
