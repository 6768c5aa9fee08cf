import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { type Db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { priceOf } from './plan.ts'
import { findNewestPass, findPlanForSale } from './queries.server.ts'
import type { RenewalMode } from './renewal.ts'

/**
 * Stores what somebody chooses for the end of their pass. To choose automatic renewal is to agree to this plan at the current price, which
 * `shownMinor` confirms was shown: another plan or a higher price is never charged without asking again.
 */
export async function chooseRenewal(
  person: Person,
  choice: { mode: RenewalMode; shownMinor: bigint | null; country: string },
): Promise<Result<null, { kind: 'no_pass' } | { kind: 'not_for_sale' } | { kind: 'price_changed' }>> {
  const pass = await findNewestPass(person.id)
  if (!pass) return refuse({ kind: 'no_pass' })
  const plan = choice.mode === 'automatic' ? await findPlanForSale(pass.planName, choice.country) : null
  if (choice.mode === 'automatic' && !plan) return refuse({ kind: 'not_for_sale' })
  const agreed = plan && priceOf(plan, 'UGX', now()).amountMinor
  if (agreed !== null && agreed !== choice.shownMinor) return refuse({ kind: 'price_changed' })
  await inTransaction(async (tx) => {
    if (choice.mode === 'by_hand') {
      await tx.deleteFrom('subscription_renewals').where('account_id', '=', person.id).execute()
    } else {
      const chosen = {
        mode: choice.mode,
        agreed_plan: plan && plan.name,
        agreed_minor: agreed,
        chosen_at: now(),
        tried_for: null,
      }
      await tx
        .insertInto('subscription_renewals')
        .values({ account_id: person.id, ...chosen })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(chosen))
        .execute()
    }
    await publish(tx, {
      actorId: person.id,
      event: 'pass_renewal_chosen',
      objectId: person.id,
      detail: { mode: choice.mode, agreed_minor: agreed?.toString() ?? null },
    })
  })
  return ok(null)
}

/** Records that the renewal at the end of a pass was tried: it is tried once. */
export async function markRenewalTried(connection: Db | Tx, pass: { accountId: string; endsAt: Date }): Promise<void> {
  await connection
    .updateTable('subscription_renewals')
    .set({ tried_for: pass.endsAt })
    .where('account_id', '=', pass.accountId)
    .execute()
}
