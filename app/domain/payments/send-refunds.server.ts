import { sql } from 'kysely'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { moneyFrom } from '#app/domain/money/money.ts'
import { findOwn, readRefundAnswer, readSearch, nextCheckMinutes, refundMark } from './refund.ts'
import { type ClaimedRefund, noteFinding, recordRefundCheck } from './internal/note-refund.server.ts'

const AT_ONCE = 20
const CLAIM_MINUTES = 2

/**
 * Scheduled task: sends decided refunds, searches those that may have happened, and checks those that were sent. The gateway has no
 * idempotency for refunds: the start of a try is committed before the call, and after an unclear answer only a search decides. Returns how
 * many were processed.
 */
export async function sendRefunds(limit = AT_ONCE): Promise<number> {
  for (let done = 0; done < limit; done += 1) {
    const claimed = await claimNext()
    if (!claimed) return done
    try {
      await work(claimed)
    } catch (error) {
      log.error({ err: error, refund: claimed.id }, 'a refund could not be processed; it is tried again in two minutes')
    }
  }
  return limit
}

/** Claims the refund that has been due for longest. The state `sending` is committed before anybody calls the gateway. */
function claimNext(): Promise<ClaimedRefund | null> {
  return inTransaction(async (tx) => {
    const { rows } = await sql<ClaimedRefund>`
      select r.id, r.state, r.attempts, r.gateway, r.provider_id, r.amount_minor, r.currency, r.gateway_refund_id, r.check_count, r.sent_at
      from refunds r
      where r.next_check_at <= app_now() and r.state in ('requested', 'sending', 'unknown', 'sent') and r.provider_id is not null
        -- A chargeback of the same charge comes first: sending now would pay twice.
        and not (r.state = 'requested' and exists (
          select from chargebacks c where c.transaction_id = r.transaction_id and c.ended_at is null))
      order by r.next_check_at limit 1 for update of r skip locked`.execute(tx)
    const row = rows[0]
    if (!row) return null
    const begins = row.state === 'requested'
    const attempts = begins ? row.attempts + 1 : row.attempts
    await tx
      .updateTable('refunds')
      .set({
        next_check_at: addMinutes(now(), CLAIM_MINUTES),
        ...(begins ? { state: 'sending' as const, attempts, sending_at: now(), check_count: 0 } : {}),
      })
      .where('id', '=', row.id)
      .execute()
    return { ...row, attempts, check_count: begins ? 0 : row.check_count }
  })
}

async function work(refund: ClaimedRefund): Promise<void> {
  const gateway = paymentGateway()
  if (refund.state === 'sent') return checkSentRefund(refund)
  // A second try or an interrupted one: what exists at the gateway already is never requested again.
  if (refund.state !== 'requested' || refund.attempts > 1) {
    const found = await gateway.findRefunds(refund.provider_id)
    if (found.kind !== 'ok') return noteFinding(refund, { kind: 'search', minutes: 5 }, { searched: false })
    const own = findOwn(found.value, refund.id, refund.attempts)
    if (own || refund.state !== 'requested')
      return noteFinding(refund, readSearch(own, refund.check_count), { searched: true })
  }
  const answer = await gateway.createRefund({
    providerId: refund.provider_id,
    amount: moneyFrom(refund),
    comments: refundMark(refund.id, refund.attempts),
  })
  return noteFinding(refund, readRefundAnswer(answer), { searched: false })
}

async function checkSentRefund(refund: ClaimedRefund): Promise<void> {
  const sentMinutes = (now().getTime() - (refund.sent_at ?? now()).getTime()) / 60_000
  const next = nextCheckMinutes(sentMinutes)
  const shown = refund.gateway_refund_id === null ? null : await paymentGateway().getRefund(refund.gateway_refund_id)
  return recordRefundCheck(refund, shown?.kind === 'ok' ? shown.value : null, next)
}

/** A notification of the gateway about a refund is a hint to check now. Returns whether it is one of ours. */
export async function checkRefundSoon(gatewayRefundId: string): Promise<boolean> {
  const hit = await db
    .updateTable('refunds')
    .set({ next_check_at: now() })
    .where('gateway', '=', paymentGateway().name)
    .where('gateway_refund_id', '=', gatewayRefundId)
    .where('state', '=', 'sent')
    .returning('id')
    .executeTakeFirst()
  return hit !== undefined
}
