import { describe, expect, it } from 'vitest'
import { findFeeStatus } from '#app/domain/creators/fee-status.server.ts'
import { earnFeeWeeks } from '#app/domain/creators/earn-fee-weeks.server.ts'
import { refreshListings } from '#app/domain/creators/refresh-listed.server.ts'
import { refundFeeWeeks } from '#app/domain/creators/refund-fee-weeks.server.ts'
import { startFeeWeeks } from '#app/domain/creators/start-fee-weeks.server.ts'
import { lockCreatorOnTheWay } from '#app/domain/creators/lock-creator.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { completePurchase } from './complete-purchase.server.ts'
import { reconcilePayments } from './reconcile-payments.server.ts'
import { placeOrder } from './place-order.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePaymentFixture({ max: 14 })
const WEEK_MS = 7 * 86_400_000

type Verification = 'draft' | 'in_review' | 'approved' | 'rejected'

async function creatorInState(verification: Verification, change: Partial<Person> = {}): Promise<Person> {
  const person = await fixture.person({ userType: 'creator', ...change })
  await fixture
    .owner()
    .query(
      `insert into creators (profile_id, verification_status, approved_at) values ($1, $2, case when $2 = 'approved' then app_now() end)`,
      [person.id, verification],
    )
  return person
}

function feeStart(creator: Person, change: { renewal?: boolean; shownMinor?: bigint; attempt?: string } = {}) {
  const { renewal = false, ...rest } = change
  return aStart({ email: creator.email, product: { kind: 'creator_fee', renewal }, ...rest })
}

async function started(creator: Person, renewal = false): Promise<string> {
  const result = await placeOrder(creator, feeStart(creator, { renewal }))
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value.reference
}

async function weeksOf(creator: Person) {
  return fixture.all<{
    starts_at: Date | null
    ends_at: Date | null
    refunded_at: Date | null
    earned_at: Date | null
  }>(
    'select starts_at, ends_at, refunded_at, earned_at from creator_fee_weeks where creator_id = $1 order by paid_at, id',
    [creator.id],
  )
}

async function ledgerOf(causeQuery: string, value: string): Promise<string[]> {
  const rows = await fixture.all<{ line: string }>(
    `select e.kind || ' ' || a.purpose || ' ' || p.amount_minor as line
     from journal_entries e join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
     where e.cause_id in (${causeQuery}) order by e.recorded_at, e.id, p.line`,
    [value],
  )
  return rows.map((row) => row.line)
}

const entriesOfPayment = (txRef: string) => ledgerOf('select id from transactions where flutterwave_tx_ref = $1', txRef)
const entriesOfWeeks = (creator: Person) =>
  ledgerOf('select id from creator_fee_weeks where creator_id = $1', creator.id)

const PAID = [
  'creator_fee_paid gateway_clearing 5820000',
  'creator_fee_paid gateway_fees 180000',
  'creator_fee_paid deferred_creator_fees -6000000',
]

function visible(creator: Person): Promise<boolean> {
  return findFeeStatus(creator.id).then((status) => status.visible)
}

/** What the approval does with the fee, in its own transaction. */
function beginAtApproval(creator: Person): Promise<Date | null> {
  return inTransaction(async (tx) => {
    await lockCreatorOnTheWay(tx, creator.id)
    return startFeeWeeks(tx, creator.id, now())
  })
}

describe('whichever comes first', () => {
  it('CSUB-03 the webhook comes first: an approved creator is visible for seven days from now, once', async () => {
    const creator = await creatorInState('approved')
    const txRef = await started(creator)
    expect(await visible(creator)).toBe(false)
    await fixture.pay(txRef, 'approve')
    expect(await visible(creator)).toBe(true)
    expect(await completePurchase({ txRef })).toEqual({ kind: 'looked', state: 'succeeded' })
    const weeks = await weeksOf(creator)
    expect(weeks).toHaveLength(1)
    expect(weeks[0]!.ends_at!.getTime() - weeks[0]!.starts_at!.getTime()).toBe(WEEK_MS)
    expect(await entriesOfPayment(txRef)).toEqual(PAID)
    expect(await mailsTo(creator.email, 'purchase_completed')).toHaveLength(1)
  })

  it('CSUB-03 the webhook comes twice: one week', async () => {
    const creator = await creatorInState('approved')
    const txRef = await started(creator)
    await fixture.scenario('W01', { tx_ref: txRef })
    await fixture.pay(txRef, 'approve')
    await fixture.advance(1)
    expect(fixture.state.notices.length).toBeGreaterThanOrEqual(2)
    expect(await weeksOf(creator)).toHaveLength(1)
    expect(await entriesOfPayment(txRef)).toEqual(PAID)
  })

  it('CSUB-03 the webhook never comes and the browser never returns: the reconciler starts the week', async () => {
    const creator = await creatorInState('approved')
    const txRef = await started(creator)
    await fixture.scenario('P14', { tx_ref: txRef })
    await fixture.pay(txRef, 'approve')
    expect(fixture.state.notices).toEqual([])
    await fixture.advance(15)
    expect(await reconcilePayments()).toBeGreaterThanOrEqual(1)
    expect(await visible(creator)).toBe(true)
    expect(await entriesOfPayment(txRef)).toEqual(PAID)
  })

  it('CSUB-03 webhook, callback and reconciler at the same moment: one week', async () => {
    const creator = await creatorInState('approved')
    const txRef = await started(creator)
    fixture.state.deliver = false
    await fixture.pay(txRef, 'approve')
    await Promise.all(Array.from({ length: 8 }, () => completePurchase({ txRef })))
    expect(await weeksOf(creator)).toHaveLength(1)
    expect(await entriesOfPayment(txRef)).toEqual(PAID)
  })
})

describe('when a week begins and ends', () => {
  it('CSUB-03a a renewal follows the current end; after a gap a week begins now', async () => {
    const creator = await creatorInState('approved')
    await fixture.pay(await started(creator), 'approve')
    const [first] = await weeksOf(creator)
    await fixture.advance(2 * 86_400)
    await fixture.pay(await started(creator, true), 'approve')
    const second = (await weeksOf(creator))[1]!
    expect(second.starts_at).toEqual(first!.ends_at)
    expect(second.ends_at!.getTime() - second.starts_at!.getTime()).toBe(WEEK_MS)
    // Both weeks are over, and three more days.
    await fixture.advance(15 * 86_400)
    expect(await visible(creator)).toBe(false)
    await fixture.pay(await started(creator), 'approve')
    const third = (await weeksOf(creator))[2]!
    expect(third.starts_at!.getTime()).toBeGreaterThan(second.ends_at!.getTime())
    expect(await visible(creator)).toBe(true)
  })

  it('CSUB-03c at the end the creator leaves the feeds at once, and the week is earned', async () => {
    const creator = await creatorInState('approved')
    await fixture.pay(await started(creator), 'approve')
    await earnFeeWeeks()
    expect(await entriesOfWeeks(creator)).toEqual([])
    await fixture.advance(7 * 86_400 - 60)
    expect(await visible(creator)).toBe(true)
    await fixture.advance(61)
    expect(await visible(creator)).toBe(false)
    await refreshListings()
    expect(await fixture.one('select listed from creators where profile_id = $1', [creator.id])).toEqual({
      listed: false,
    })
    expect(await earnFeeWeeks()).toBeGreaterThanOrEqual(1)
    await earnFeeWeeks()
    expect(await entriesOfWeeks(creator)).toEqual([
      'creator_fee_earned deferred_creator_fees 6000000',
      'creator_fee_earned creator_fee_revenue -6000000',
    ])
  })

  it('CSUB-03 the paused week of a suspended creator is not earned, and of a closed account it is', async () => {
    const [suspended, closed] = [await creatorInState('approved'), await creatorInState('approved')]
    for (const creator of [suspended, closed]) await fixture.pay(await started(creator), 'approve')
    const change = (text: string, id: string) => fixture.owner().query(text, [id])
    for (const { id } of [suspended, closed])
      await change('update creators set fee_paused_at = app_now() where profile_id = $1', id)
    await change(`update profiles set account_status = 'suspended' where id = $1`, suspended.id)
    await change(`update profiles set account_status = 'closed' where id = $1`, closed.id)
    await fixture.advance(7 * 86_400 + 60)
    await earnFeeWeeks()
    expect((await weeksOf(suspended))[0]!.earned_at).toBeNull()
    expect((await weeksOf(closed))[0]!.earned_at).not.toBeNull()
  })

  it('CSUB-03 a payment before the approval waits, and its week begins with the approval', async () => {
    const creator = await creatorInState('in_review')
    const txRef = await started(creator)
    await fixture.pay(txRef, 'approve')
    expect(await entriesOfPayment(txRef)).toEqual(PAID)
    expect(await weeksOf(creator)).toMatchObject([{ starts_at: null, ends_at: null }])
    expect(await visible(creator)).toBe(false)
    await fixture.advance(3 * 86_400)
    await fixture
      .owner()
      .query(`update creators set verification_status = 'approved', approved_at = app_now() where profile_id = $1`, [
        creator.id,
      ])
    const before = now()
    await beginAtApproval(creator)
    const [week] = await weeksOf(creator)
    expect(week!.starts_at!.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(week!.ends_at!.getTime() - week!.starts_at!.getTime()).toBe(WEEK_MS)
    expect(await visible(creator)).toBe(true)
    expect(await beginAtApproval(creator)).toBeNull()
  })

  it('CSUB-03 a creator who paid and is not approved is refunded, once', async () => {
    const creator = await creatorInState('in_review')
    const txRef = await started(creator)
    await fixture.pay(txRef, 'approve')
    const returned = await inTransaction((tx) => refundFeeWeeks(tx, creator.id, now()))
    expect(returned).toEqual([{ amount: { amountMinor: 6_000_000n, currency: 'UGX' }, to: 'gateway' }])
    expect(await inTransaction((tx) => refundFeeWeeks(tx, creator.id, now()))).toEqual([])
    expect(await inTransaction((tx) => startFeeWeeks(tx, creator.id, now()))).toBeNull()
    expect(await entriesOfWeeks(creator)).toEqual([
      'creator_fee_returned deferred_creator_fees 6000000',
      'creator_fee_returned refunds_payable -6000000',
    ])
    expect(
      await fixture.all(
        `select r.reason, r.amount_minor from refunds r join transactions t on t.id = r.transaction_id where t.flutterwave_tx_ref = $1`,
        [txRef],
      ),
    ).toEqual([{ reason: 'not_approved', amount_minor: 6_000_000n }])
  })
})

describe('money that cannot buy a week', () => {
  it('CSUB-03 it arrives after the application was rejected: all of it is refunded', async () => {
    const creator = await creatorInState('in_review')
    const txRef = await started(creator)
    await fixture
      .owner()
      .query(`update creators set verification_status = 'rejected' where profile_id = $1`, [creator.id])
    await fixture.pay(txRef, 'approve')
    expect(await weeksOf(creator)).toEqual([])
    expect(await entriesOfPayment(txRef)).toEqual([
      'payment_to_return gateway_clearing 5820000',
      'payment_to_return gateway_fees 180000',
      'payment_to_return refunds_payable -6000000',
    ])
  })
})

describe('who pays for whom', () => {
  it('CSUB-01 only a creator or applicant pays, and each only for their own page', async () => {
    const cases: [Person | null, string][] = [
      [null, 'sign_in_required'],
      [await fixture.person(), 'not_a_creator'],
      [await fixture.person({ userType: 'creator' }), 'application_missing'],
      [await creatorInState('draft'), 'application_missing'],
      [await creatorInState('rejected'), 'application_rejected'],
      [await creatorInState('approved', { accountStatus: 'suspended' }), 'account_closed'],
      [await creatorInState('approved', { isBlocked: true }), 'account_closed'],
    ]
    for (const [actor, reason] of cases) {
      const result = await placeOrder(actor, aStart({ product: { kind: 'creator_fee', renewal: false } }))
      expect(result).toEqual({ ok: false, refusal: { kind: 'not_permitted', reason } })
    }
    const creator = await creatorInState('approved')
    await fixture.pay(await started(creator), 'approve')
    const rows = await fixture.all<{ product_id: string }>('select product_id from purchases where buyer_id = $1', [
      creator.id,
    ])
    expect(rows).toEqual([{ product_id: creator.id }])
    expect(await placeOrder(creator, feeStart(creator))).toMatchObject({
      ok: false,
      refusal: { reason: 'already_visible' },
    })
  })

  it('CSUB-01 one week waits for the approval, a second is not sold', async () => {
    const creator = await creatorInState('in_review')
    await fixture.pay(await started(creator), 'approve')
    expect(await placeOrder(creator, feeStart(creator, { renewal: true }))).toMatchObject({
      ok: false,
      refusal: { reason: 'week_waiting' },
    })
  })

  it('CSUB-01 the server sets the price: a form with another price is refused, and a price set by the owner applies at once', async () => {
    const creator = await creatorInState('approved')
    expect(await placeOrder(creator, feeStart(creator, { shownMinor: 100n }))).toMatchObject({
      ok: false,
      refusal: { kind: 'price_changed', price: { amountMinor: 6_000_000n, currency: 'UGX' } },
    })
    const owner = await fixture.person({ userType: 'owner' })
    await fixture
      .owner()
      .query(`insert into settings (name, value, changed_by) values ('creatorFeeMinor', $1, $2)`, [
        '"7000000"',
        owner.id,
      ])
    try {
      const txRef = await started(creator)
      expect(await fixture.one('select amount_minor from transactions where flutterwave_tx_ref = $1', [txRef])).toEqual(
        {
          amount_minor: 7_000_000n,
        },
      )
    } finally {
      await fixture.owner().query(`delete from settings where name = 'creatorFeeMinor'`)
    }
  })

  it('CSUB-01 the reference and the payment name the product', async () => {
    const creator = await creatorInState('approved')
    const txRef = await started(creator)
    expect(txRef).toMatch(/^peach_creator_weekly_\d+_[0-9a-f]{32}$/)
    expect(
      await fixture.one('select transaction_type, metadata from transactions where flutterwave_tx_ref = $1', [txRef]),
    ).toEqual({
      transaction_type: 'creator_subscription',
      metadata: { plan: 'weekly', user_email: creator.email, unauthenticated: false },
    })
  })
})
