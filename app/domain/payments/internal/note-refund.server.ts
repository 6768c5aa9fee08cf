import { creatorIn } from '../creator-in.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { AlertFacts } from '#app/domain/events/staff-alerts.server.ts'
import type { RefundNews } from '#app/domain/events/refund-news.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { type Currency, formatMoney, type Money, moneyFrom } from '#app/domain/money/money.ts'
import type { GatewayRefund } from '#app/gateways/flutterwave/refund-port.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import type { Finding } from '../refund.ts'
import { type BookedRefund, refundFailed, refundSent } from '../refund-entries.ts'

const ALERT_EVERY = 24

export type ClaimedRefund = {
  id: string
  state: 'requested' | 'sending' | 'unknown' | 'sent'
  attempts: number
  gateway: string
  provider_id: string
  amount_minor: bigint
  currency: Currency
  gateway_refund_id: string | null
  check_count: number
  sent_at: Date | null
}

/** Records the gateway's answer to a request or a search, with its entry. Nothing is recorded twice: the row must still wait for it. */
export function noteFinding(
  refund: ClaimedRefund,
  finding: Finding,
  { searched }: { searched: boolean },
): Promise<void> {
  return inTransaction(async (tx) => {
    if (!(await stillWaits(tx, refund, ['sending', 'unknown']))) return
    const set = tx.updateTable('refunds').where('id', '=', refund.id)
    switch (finding.kind) {
      case 'taken_in':
        return recordAccepted(tx, refund, finding.refund)
      case 'search':
        await set
          .set({
            state: 'unknown',
            check_count: refund.check_count + (searched ? 1 : 0),
            next_check_at: addMinutes(now(), finding.minutes),
          })
          .execute()
        return
      case 'wait':
        await set
          .set({
            state: 'requested',
            failure: finding.because.slice(0, 300),
            next_check_at: addMinutes(now(), finding.minutes),
          })
          .execute()
        // Once at the beginning and once a day: hourly tries must not hide other alerts.
        if (finding.alert && refund.attempts % ALERT_EVERY === 1)
          await publish(tx, {
            ...about(refund),
            event: 'refund_held_up',
            detail: { because: finding.because.slice(0, 200), severity: 'high' },
            alert: alertOf(refund),
          })
        return
      case 'failed':
        return fail(tx, refund, finding.because, finding.refund)
      default:
        return finding satisfies never
    }
  })
}

/** Records what became of an accepted refund; `next` is when to check again, null when checking ends. */
export function recordRefundCheck(
  refund: ClaimedRefund,
  shown: GatewayRefund | null,
  next: number | null,
): Promise<void> {
  return inTransaction(async (tx) => {
    if (!(await stillWaits(tx, refund, ['sent']))) return
    if (shown?.status === 'failed') {
      await postEntry(tx, refundFailed(booked(refund)))
      return fail(tx, refund, shown.rawStatus, shown)
    }
    const done = shown?.status === 'done'
    await tx
      .updateTable('refunds')
      .set({
        ...(shown ? { raw_status: shown.rawStatus } : {}),
        ...(done ? { state: 'completed' as const, ended_at: now() } : {}),
        check_count: refund.check_count + 1,
        next_check_at: done || next === null ? null : addMinutes(now(), next),
      })
      .where('id', '=', refund.id)
      .execute()
    if (done) await publish(tx, { ...about(refund), event: 'refund_completed' })
    else if (next === null)
      await publish(tx, {
        ...about(refund),
        event: 'refund_without_an_end',
        detail: { severity: 'high' },
        alert: alertOf(refund),
      })
  })
}

/** Accepted: the money has left our balance at the gateway. If the gateway shows it as sent on already, it is completed. */
async function recordAccepted(tx: Tx, refund: ClaimedRefund, shown: GatewayRefund): Promise<void> {
  await postEntry(tx, refundSent(booked(refund)))
  const done = shown.status === 'done'
  await tx
    .updateTable('refunds')
    .set({
      state: done ? 'completed' : 'sent',
      gateway_refund_id: shown.refundId,
      raw_status: shown.rawStatus,
      sent_at: now(),
      ended_at: done ? now() : null,
      failure: null,
      check_count: 0,
      next_check_at: done ? null : addMinutes(now(), 60),
    })
    .where('id', '=', refund.id)
    .execute()
  await publish(tx, {
    ...about(refund),
    event: 'refund_sent',
    detail: { amount_minor: refund.amount_minor.toString(), currency: refund.currency },
    payload: await newsOf(tx, refund),
  })
}

async function fail(tx: Tx, refund: ClaimedRefund, because: string, shown: GatewayRefund | null): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      state: 'failed',
      failure: because.slice(0, 300),
      ...(shown ? { gateway_refund_id: shown.refundId, raw_status: shown.rawStatus } : {}),
      ended_at: now(),
      next_check_at: null,
    })
    .where('id', '=', refund.id)
    .execute()
  await publish(tx, {
    ...about(refund),
    event: 'refund_failed',
    detail: { because: because.slice(0, 200), severity: 'high' },
    payload: await newsOf(tx, refund),
    alert: alertOf(refund),
  })
}

async function stillWaits(tx: Tx, refund: ClaimedRefund, states: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('refunds')
    .select(['state', 'attempts'])
    .where('id', '=', refund.id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && states.includes(row.state) && row.attempts === refund.attempts
}

function booked(refund: ClaimedRefund): BookedRefund {
  return {
    id: refund.id,
    amountMinor: refund.amount_minor,
    currency: refund.currency,
    attempt: refund.attempts,
    at: now(),
  }
}

function about(refund: ClaimedRefund): { actorId: null; objectId: string } {
  return { actorId: null, objectId: refund.id }
}

function alertOf(refund: ClaimedRefund): AlertFacts {
  return { about: formatMoney(moneyOf(refund)) }
}

function moneyOf(refund: ClaimedRefund): Money {
  return moneyFrom(refund)
}

async function newsOf(tx: Tx, refund: ClaimedRefund): Promise<RefundNews> {
  const purchase = await tx
    .selectFrom('refunds as r')
    .innerJoin('purchases as p', 'p.id', 'r.purchase_id')
    .select(['p.id', 'p.buyer_id', 'p.buyer_email', 'p.product_name', 'p.quote'])
    .where('r.id', '=', refund.id)
    .executeTakeFirstOrThrow()
  return {
    buyer: { id: purchase.buyer_id, email: purchase.buyer_email },
    aboutId: creatorIn(purchase),
    productName: purchase.product_name,
    amount: formatMoney(moneyOf(refund)),
    message: '',
    purchaseId: purchase.id,
  }
}
