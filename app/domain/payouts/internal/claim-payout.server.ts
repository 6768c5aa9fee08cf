import type { TransferRequest } from '#app/gateways/flutterwave/transfer-port.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { PayloadOf } from '#app/domain/events/registry.ts'
import { STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { openNumber } from '../account-number.server.ts'
import { payoutNumber, ugxOf } from '../payout.ts'
import { CLAIM_MINUTES } from '../schedule.ts'
import { brokenLimit, haltPayouts, maySend } from './halt.server.ts'
import { payoutNewsOf } from './payout-news.server.ts'
import { lockPayout, type PayoutRow } from './payout-row.server.ts'
import { change, reversePayout } from './settle-payout.server.ts'

export type Claim = { kind: 'claimed'; request: TransferRequest } | { kind: 'not_now' } | { kind: 'stopped' }

const NOT_ACTIVE_MINUTES = 60

/**
 * Claims a payout for sending and commits that, with its reference, before the gateway is called. A worker that finds it claimed afterwards
 * checks its status; nobody sends it again. One claim at a time, so that the limits count what left before.
 */
export function claimPayout(payoutId: string): Promise<Claim> {
  return inTransaction(async (tx) => {
    await advisoryLock(tx, 'payout outflow')
    const { payoutsPaused } = await settings(tx)
    if (payoutsPaused || !(await maySend(tx))) return { kind: 'stopped' }
    const payout = await lockPayout(tx, payoutId)
    if (!payout || payout.state !== 'pending' || !(await isAgreed(tx, payout))) return { kind: 'not_now' }
    const account = await readyAccount(tx, payout)
    if (!account) return { kind: 'not_now' }
    const broken = await brokenLimit(tx, payout.net_minor)
    if (broken) {
      await haltPayouts(tx, broken.reason, broken.detail)
      return { kind: 'stopped' }
    }
    const at = now()
    await change(tx, payout, {
      state: 'sending',
      reason: null,
      claimed_at: at,
      lookups: 0,
      next_check_at: addMinutes(at, CLAIM_MINUTES),
    })
    return {
      kind: 'claimed',
      request: {
        reference: payout.reference,
        amount: ugxOf(payout.net_minor),
        bankCode: account.bank_code,
        number: openNumber(account),
        accountName: account.account_name,
        narration: `${STATEMENT_NAME} ${payoutNumber(payout.number)}`,
      },
    }
  })
}

async function isAgreed(tx: Tx, payout: PayoutRow): Promise<boolean> {
  if (payout.approvals_needed === 0) return true
  const given = await tx.selectFrom('payout_approvals').select('step').where('payout_id', '=', payout.id).execute()
  return given.length >= payout.approvals_needed
}

/**
 * The account, if money may go there now. A payout to an account that is no longer the creator's, or can't receive payments, is cancelled.
 */
async function readyAccount(tx: Tx, payout: PayoutRow) {
  const account = await tx
    .selectFrom('payout_accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.creator_id')
    .select([
      'a.id',
      'a.state',
      'a.usable_from',
      'a.name_check',
      'a.refused_at',
      'a.bank_code',
      'a.number',
      'a.sealed_number',
      'a.account_name',
    ])
    .select(['p.account_status', 'p.is_blocked'])
    .where('a.id', '=', payout.account_id)
    .executeTakeFirstOrThrow()
  const ownNow = account.state === 'in_use'
  const checked = account.name_check === 'matched' || account.name_check === 'accepted'
  if (!ownNow || !checked) {
    const why = ownNow
      ? 'The name on its payout account was not accepted.'
      : 'Its payout account was changed before it left.'
    await callOff(tx, payout, 'account_changed', await payoutNewsOf(tx, payout, why))
    return null
  }
  if (account.refused_at !== null) {
    // The creator was already mailed this when the previous payout failed: no second mail.
    await callOff(tx, payout, 'account_refused', null)
    return null
  }
  const active = account.account_status === 'active' && !account.is_blocked
  if (active && account.usable_from !== null && account.usable_from <= now()) return account
  await change(tx, payout, {
    reason: active ? 'account_changed' : 'creator_not_active',
    next_check_at: addMinutes(now(), NOT_ACTIVE_MINUTES),
  })
  return null
}

async function callOff(
  tx: Tx,
  payout: PayoutRow,
  by: 'account_changed' | 'account_refused',
  payload: PayloadOf<'payout_cancelled'> | null,
): Promise<void> {
  await reversePayout(tx, payout, 'cancelled', by)
  await publish(tx, {
    actorId: null,
    event: 'payout_cancelled',
    objectId: payout.id,
    detail: { by },
    payload,
  })
}
