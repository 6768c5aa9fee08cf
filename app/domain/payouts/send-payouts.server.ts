import { sql } from 'kysely'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { haltPayouts, maySend } from './internal/halt.server.ts'
import type { AccountKind } from './account.ts'
import { syncPayoutStatus } from './sync-payout-status.server.ts'
import { ugxOf } from './payout.ts'
import { CLAIM_MINUTES, TRY_AGAIN_MINUTES } from './schedule.ts'
import { sendPayout } from './send-payout.server.ts'

const AT_ONCE = 50

/** Scheduled task: checks what is under way, then sends what is due. Returns how many payouts it processed. */
export async function keepPayoutsMoving(): Promise<number> {
  return (await syncDuePayouts()) + (await sendDuePayouts())
}

async function syncDuePayouts(): Promise<number> {
  const due = await db
    .selectFrom('payouts')
    .select('id')
    .where('next_check_at', '<=', sql<Date>`app_now()`)
    .where('state', 'not in', ['pending', 'cancelled', 'reversed'])
    .orderBy('next_check_at')
    .limit(AT_ONCE)
    .execute()
  for (const [index, { id }] of due.entries()) {
    try {
      const checked = await syncPayoutStatus(id)
      if (checked.kind === 'unavailable' && checked.failure.kind === 'throttled') return index + 1
    } catch (error) {
      log.error({ err: error, payout: id }, 'a payout could not be checked; it is tried again')
      await later(id)
    }
  }
  return due.length
}

/** Oldest first, and never more than our balance at the gateway: the rest waits and is no failure. */
async function sendDuePayouts(): Promise<number> {
  const due = await db
    .selectFrom('payouts as o')
    .innerJoin('payout_accounts as a', 'a.id', 'o.account_id')
    .select(['o.id', 'o.net_minor as netMinor', 'a.kind'])
    .where('o.state', '=', 'pending')
    .where('next_check_at', '<=', sql<Date>`app_now()`)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(AT_ONCE)
    .execute()
  if (due.length === 0 || (await settings()).payoutsPaused || !(await maySend())) return 0
  let left = await spendable()
  if (left === null) return 0
  let count = 0
  for (const payout of due) {
    const needed = payout.netMinor + (await expectedFee(payout.netMinor, payout.kind))
    count += 1
    if (needed > left) {
      await waitForMoney(payout.id)
      continue
    }
    const answer = await sendPayout(payout.id).catch(async (error: unknown) => {
      // One failure must not keep the others from leaving.
      log.error({ err: error, payout: payout.id }, 'a payout could not be sent; it is checked or tried again')
      await later(payout.id)
      return 'not_now' as const
    })
    if (answer === 'stopped') return count
    if (answer === 'sent') left -= needed
  }
  return count
}

/** What the gateway would let us send now, in minor units; null while it doesn't answer. */
async function spendable(): Promise<bigint | null> {
  const balance = await paymentGateway().balance('UGX')
  if (balance.kind === 'ok') return balance.value.availableMinor
  log.warn({ outcome: balance.kind }, 'payouts wait: the gateway does not report our balance')
  if (balance.kind === 'misconfigured') await inTransaction((tx) => haltPayouts(tx, 'gateway', balance.message))
  return null
}

/** The gateway's own quote; while it has none, more than it has ever charged. */
async function expectedFee(netMinor: bigint, kind: AccountKind): Promise<bigint> {
  const quoted = await paymentGateway().transferFee(ugxOf(netMinor), kind === 'bank' ? 'account' : 'mobilemoney')
  return quoted.kind === 'ok' ? quoted.value : netMinor / 50n + 500_000n
}

async function later(payoutId: string): Promise<void> {
  await db
    .updateTable('payouts')
    .set({ next_check_at: addMinutes(now(), CLAIM_MINUTES) })
    .where('id', '=', payoutId)
    .where('next_check_at', 'is not', null)
    .execute()
}

async function waitForMoney(payoutId: string): Promise<void> {
  await db
    .updateTable('payouts')
    .set({ reason: 'gateway_balance', next_check_at: addMinutes(now(), TRY_AGAIN_MINUTES) })
    .where('id', '=', payoutId)
    .where('state', '=', 'pending')
    .execute()
}
