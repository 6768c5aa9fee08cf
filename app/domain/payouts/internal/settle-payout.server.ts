import type { Transfer } from '#app/gateways/flutterwave/transfer-port.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { AlertFacts } from '#app/domain/events/staff-alerts.server.ts'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { lockBalance } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { isSameName } from '../account.ts'
import { payoutArrivedLate, payoutCompleted, payoutReturned, payoutReversed } from '../entries.ts'
import { failureOf, reasonText } from '../failure.ts'
import { nextState, payoutNumber, type PayoutEvent, ugxOf } from '../payout.ts'
import { COOL_OFF_MINUTES, checkAfterEnd, nextCheckAt, nextCheckForLost } from '../schedule.ts'
import { payoutNewsOf } from './payout-news.server.ts'
import { bookedPayout, type PayoutRow } from './payout-row.server.ts'
import { clearRefusal, stopAtRefusingAccount } from './refused-account.server.ts'

type Change = Partial<
  Pick<
    PayoutRow,
    | 'state'
    | 'reason'
    | 'provider_id'
    | 'provider_fee_minor'
    | 'provider_text'
    | 'lookups'
    | 'next_check_at'
    | 'claimed_at'
    | 'sent_at'
    | 'failure_seen_at'
    | 'ended_at'
    | 'completed_at'
  >
>

/** A fee above the payout itself plus this sum is not credible: no payout has ever cost so much. */
const MAX_FEE_ABOVE_NET_MINOR = 2_000_000n

export async function change(tx: Tx, payout: PayoutRow, values: Change): Promise<void> {
  await tx.updateTable('payouts').set(values).where('id', '=', payout.id).execute()
}

/**
 * Applies what the gateway shows of our transfer to the locked payout: it moves on, ends, or stays. Anything that doesn't match our request
 * changes nothing and waits for staff.
 */
export async function settlePayout(tx: Tx, payout: PayoutRow, transfer: Transfer): Promise<void> {
  if (!isOurs(payout, transfer)) return setAside(tx, payout, 'mismatch', transfer)
  const facts = {
    provider_id: transfer.providerId,
    provider_fee_minor: transfer.feeMinor,
    provider_text: transfer.message || null,
  }
  switch (transfer.status) {
    case 'pending':
      return waitOn(tx, payout, transfer, facts)
    case 'succeeded':
      return complete(tx, payout, facts, await noteOtherName(tx, payout, transfer))
    case 'failed':
    case 'reversed':
      return failAfterCoolOff(tx, payout, transfer, facts)
    case 'unknown':
      return setAside(tx, payout, 'strange_status', transfer)
    default:
      return transfer.status satisfies never
  }
}

function isOurs(payout: PayoutRow, transfer: Transfer): boolean {
  return (
    transfer.reference === payout.reference &&
    transfer.currency === 'UGX' &&
    transfer.amountMinor === payout.net_minor &&
    (transfer.feeMinor === null || transfer.feeMinor <= payout.net_minor + MAX_FEE_ABOVE_NET_MINOR) &&
    (payout.provider_id === null || payout.provider_id === transfer.providerId)
  )
}

async function setAside(tx: Tx, payout: PayoutRow, reason: string, transfer: Transfer): Promise<void> {
  const state = nextState(payout.state, 'unclear') ?? payout.state
  await change(tx, payout, {
    state,
    ...(state === payout.state && state !== 'unknown' ? {} : { reason }),
    next_check_at: addDays(now(), 1),
  })
  if (payout.reason !== reason) await requestView(tx, payout, { reason, provider_id: transfer.providerId })
}

async function waitOn(tx: Tx, payout: PayoutRow, transfer: Transfer, facts: Change): Promise<void> {
  const state = nextState(payout.state, 'accepted')
  // A final state stays, whatever a slow answer contains.
  if (!state) return change(tx, payout, { next_check_at: payout.ended_at && checkAfterEnd(payout.ended_at, now()) })
  const sentAt = payout.sent_at ?? now()
  const reason = transfer.awaitsApproval ? 'gateway_approval' : null
  await change(tx, payout, {
    ...facts,
    state,
    reason,
    sent_at: sentAt,
    failure_seen_at: null,
    next_check_at: nextCheckAt(sentAt, now()),
  })
  if (reason && payout.reason !== reason) await requestView(tx, payout, { reason })
}

async function complete(tx: Tx, payout: PayoutRow, facts: Change, otherName: boolean): Promise<void> {
  const at = now()
  const late = payout.state === 'failed'
  const state = nextState(payout.state, 'succeeded')
  if (!state)
    return change(tx, payout, {
      failure_seen_at: null,
      next_check_at: payout.ended_at && checkAfterEnd(payout.ended_at, at),
    })
  const booked = bookedPayout(payout, at)
  // Where the gateway names no fee, the creator's fee is assumed; the reconciliation shows the difference.
  const fee = facts.provider_fee_minor ?? payout.fee_minor
  if (late) {
    const available = await lockBalance(tx, creatorAccount('creator_available', payout.creator_id))
    await postEntry(tx, payoutArrivedLate(booked, fee, available))
  } else await postEntry(tx, payoutCompleted(booked, fee))
  await change(tx, payout, {
    ...facts,
    provider_fee_minor: fee,
    state,
    reason: otherName ? 'other_name' : late ? 'arrived_late' : null,
    sent_at: payout.sent_at ?? at,
    completed_at: at,
    ended_at: at,
    failure_seen_at: null,
    next_check_at: checkAfterEnd(at, at),
  })
  await publish(tx, {
    ...about(payout),
    event: 'payout_completed',
    detail: late ? { late: true, severity: 'high' } : { severity: 'success' },
    payload: await payoutNewsOf(tx, payout),
  })
  if (!late) return
  await publish(tx, { ...about(payout), event: 'payout_arrived_late', alert: alertOf(payout) })
  await clearRefusal(tx, payout.account_id)
}

/** Operators have paid after reporting a failure: it counts only if the gateway still reports it after a while. */
async function failAfterCoolOff(tx: Tx, payout: PayoutRow, transfer: Transfer, facts: Change): Promise<void> {
  const at = now()
  const event: PayoutEvent = transfer.status === 'reversed' ? 'reversed' : 'failed'
  const state = nextState(payout.state, event)
  if (!state) return change(tx, payout, { next_check_at: payout.ended_at && checkAfterEnd(payout.ended_at, at) })
  const seenAt = payout.failure_seen_at
  if (seenAt === null || addMinutes(seenAt, COOL_OFF_MINUTES) > at) {
    const since = seenAt ?? at
    return change(tx, payout, {
      ...facts,
      ...(payout.state === 'completed' ? {} : { state: 'sent', sent_at: payout.sent_at ?? at }),
      failure_seen_at: since,
      next_check_at: addMinutes(since, COOL_OFF_MINUTES),
    })
  }
  await change(tx, payout, facts)
  if (state === 'reversed') return reverse(tx, { ...payout, ...facts })
  return fail(tx, payout, failureOf(transfer.message))
}

/** It certainly didn't arrive: the whole sum is available again, and the creator is notified. */
export async function fail(tx: Tx, payout: PayoutRow, reason: string): Promise<void> {
  await reversePayout(tx, payout, 'failed', reason)
  const stopped = await stopAtRefusingAccount(tx, payout, reason)
  const news = await payoutNewsOf(tx, payout, reasonText(reason))
  await publish(tx, {
    ...about(payout),
    event: 'payout_failed',
    detail: { reason, severity: 'warning' },
    payload: stopped ? null : news,
  })
  if (stopped) await publish(tx, { ...about(payout), event: 'payout_account_stopped', payload: news })
}

/** Ends a payout that paid nothing, and reverses its whole sum. */
export async function reversePayout(
  tx: Tx,
  payout: PayoutRow,
  state: 'failed' | 'cancelled',
  reason: string,
): Promise<void> {
  const at = now()
  await postEntry(
    tx,
    payoutReturned(state === 'failed' ? 'payout_failed' : 'payout_cancelled', bookedPayout(payout, at)),
  )
  await change(tx, payout, {
    state,
    reason,
    ended_at: at,
    // A failed payout may still turn out to have been paid; one that was never sent can't.
    next_check_at: state === 'failed' ? checkAfterEnd(at, at) : null,
  })
}

async function reverse(tx: Tx, payout: PayoutRow): Promise<void> {
  const at = now()
  await postEntry(tx, payoutReversed(bookedPayout(payout, at), payout.provider_fee_minor ?? payout.fee_minor))
  await change(tx, payout, { state: 'reversed', reason: 'reversed', ended_at: at, next_check_at: null })
  const stopped = await stopAtRefusingAccount(tx, payout, 'reversed')
  const news = await payoutNewsOf(tx, payout, reasonText('reversed'))
  await publish(tx, {
    ...about(payout),
    event: 'payout_reversed',
    detail: { severity: 'high' },
    payload: stopped ? null : news,
    alert: alertOf(payout),
  })
  if (stopped) await publish(tx, { ...about(payout), event: 'payout_account_stopped', payload: news })
}

/** The gateway doesn't know the reference. It is checked again, and after a day a person may decide. */
export async function recordLost(tx: Tx, payout: PayoutRow): Promise<void> {
  if (payout.state === 'failed')
    return change(tx, payout, { next_check_at: payout.ended_at && checkAfterEnd(payout.ended_at, now()) })
  const state = nextState(payout.state, 'unclear') ?? payout.state
  await change(tx, payout, {
    state,
    lookups: Math.min(payout.lookups + 1, 30_000),
    next_check_at: nextCheckForLost(payout.claimed_at ?? now(), now()),
  })
}

/** The gateway certainly took nothing: the payout waits and is tried again under the same reference. */
export async function requeuePayout(tx: Tx, payout: PayoutRow, reason: string, again: Date): Promise<void> {
  await change(tx, payout, { state: 'pending', reason, claimed_at: null, next_check_at: again })
}

/** Whether it went to a wallet that the network has under another name: staff finds out whose it is. */
async function noteOtherName(tx: Tx, payout: PayoutRow, transfer: Transfer): Promise<boolean> {
  if (transfer.receiverName === '' || payout.state === 'completed') return false
  const account = await tx
    .selectFrom('payout_accounts')
    .select('account_name')
    .where('id', '=', payout.account_id)
    .executeTakeFirstOrThrow()
  if (isSameName(account.account_name, transfer.receiverName)) return false
  await requestView(tx, payout, { reason: 'other_name' })
  return true
}

/** Records it, and mails staff who run payouts. */
async function requestView(tx: Tx, payout: PayoutRow, why: Record<string, string>): Promise<void> {
  const detail = { ...why, severity: 'high' }
  await publish(tx, { ...about(payout), event: 'payout_needs_review', detail, alert: alertOf(payout) })
}

function alertOf(payout: PayoutRow): AlertFacts {
  return { about: `${payoutNumber(payout.number)}, ${formatMoney(ugxOf(payout.net_minor))}` }
}

function about(payout: PayoutRow): { actorId: null; objectId: string } {
  return { actorId: null, objectId: payout.id }
}
