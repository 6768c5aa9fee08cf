import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { credit } from '#app/domain/ledger/chart.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { findReceipt, listReceipts } from '#app/domain/purchases/receipts.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { refundCreatorSubscriptions } from '#app/domain/subscriptions/refund-creator-subscriptions.server.ts'
import { releaseHold } from '#app/domain/wallet/end-hold.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { placeTestHold } from '#tests/support/holds.ts'
import { auditAfterEach } from '#tests/support/balanced-books.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { spend } from '#tests/support/spending.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { answerChargeback, clearFlag } from './answer-chargeback.server.ts'
import { askRefund } from './ask-refund.server.ts'
import { decideRefund } from './decide-refund.server.ts'
import { findChargeback, listChargebacks } from './chargeback-queries.server.ts'
import { findOwnRefunds } from './queries.server.ts'
import { readChargebacks } from './read-chargebacks.server.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { listing } from '#tests/support/listing.ts'

const fixture = usePaymentFixture({ max: 14 })

auditAfterEach()
const DAY = 86_400
const NOTE = 'They used it on three days.'

// The simulator loses its rows with each reset and numbers them again, so older rows get other ids: an ended chargeback stays ended.
beforeEach(async () => {
  await fixture.owner().query('delete from account_flags')
  await fixture
    .owner()
    .query(
      `update chargebacks set chargeback_id = 'before ' || id, ended_at = coalesce(ended_at, app_now()) where chargeback_id not like 'before %'`,
    )
})

async function staff(role: StaffRole = 'earnings-manager'): Promise<Person> {
  const person = await fixture.person({ userType: 'admin', staffRole: role })
  await enlistStaff((...asked) => fixture.owner().query(...asked), person.id, role)
  return person
}

async function paid(fan: Person, change: Parameters<typeof aStart>[0] = {}) {
  const result = await placeOrder(fan, aStart({ email: fan.email, ...change }))
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  const txRef = result.value.reference
  await fixture.pay(txRef, 'approve')
  const row = await fixture.one<{ purchase_id: string }>(
    'select purchase_id from transactions where flutterwave_tx_ref = $1',
    [txRef],
  )
  return { txRef, purchaseId: row.purchase_id }
}

async function unlocked() {
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  const { postId, creatorId } = await fixture.lockedPost()
  return { fan, creatorId, ...(await paid(fan, { product: { kind: 'post_unlock', postId } })) }
}

const charge = (txRef: string, scenario = 'C01') => fixture.scenario(scenario, { tx_ref: txRef })

type Shown = {
  id: string
  status: string
  answer: string | null
  puzzling: string | null
  notified_at: Date | null
  ended_at: Date | null
}
const rowOf = (purchaseId: string) =>
  fixture.one<Shown>('select * from chargebacks where purchase_id = $1', [purchaseId])

async function linesOf(causeId: string): Promise<string[]> {
  const rows = await fixture.all<{ line: string }>(
    `select e.kind || ' ' || a.purpose || ' ' || p.amount_minor as line from journal_entries e join postings p on p.entry_id = e.id
     join ledger_accounts a on a.id = p.account_id where e.cause_kind = 'chargeback' and e.cause_id = $1 order by e.recorded_at, e.id, p.line`,
    [causeId],
  )
  return rows.map((row) => row.line)
}
/** Notifications to a creator about earnings reversed or reinstated. */
async function earningsNews(creatorId: string): Promise<object[]> {
  const { email } = await fixture.one<{ email: string }>('select email from profiles where id = $1', [creatorId])
  const mails = await mailsTo(email, 'sale_refunded', 'sale_charged_back', 'sale_reinstated')
  return mails.map(({ name, amount, owed, path }) => ({ name, amount, owed, path }))
}

/** Notifications to the payer about their bank. */
async function payerNews(fan: Person): Promise<string[]> {
  const mails = await mailsTo(fan.email, 'payment_charged_back', 'payment_dispute_won')
  return mails.map(({ name, ended, amount }) =>
    [name, ended, String(amount).replace('\u00a0', ' ')].filter(Boolean).join(' '),
  )
}

/** The newest receipt: its status in the list, its bank message, and whether it links to what was bought. */
async function receiptOf(fan: Person, purchaseId: string) {
  const [listed, receipt] = [await listReceipts(fan.id), await findReceipt(fan.id, purchaseId)]
  return {
    outcome: listed.find((one) => one.purchaseId === purchaseId)?.outcome,
    takenMinor: receipt!.reversed.amountMinor,
    leadsOn: receipt!.foundAt !== null,
  }
}

const isOpen = async (purchaseId: string) =>
  (
    await fixture.one<{ open: boolean }>('select revoked_at is null as open from unlocks where purchase_id = $1', [
      purchaseId,
    ])
  ).open

/** The bank reverses the charge, we decline, and a day later it decides for us. */
async function winChargeback(txRef: string, purchaseId: string): Promise<string> {
  await charge(txRef, 'C03')
  await readChargebacks()
  const { id } = await rowOf(purchaseId)
  await answerChargeback(await staff(), id, { action: 'decline', note: NOTE })
  await fixture.advance(DAY + 60)
  await readChargebacks()
  return id
}

describe('a bank reverses a payment', () => {
  test('PAY-08 the payer is notified what ended, and the receipt shows that instead of "Paid"; once, and for good if it is lost', async () => {
    const { fan, purchaseId, txRef } = await unlocked()
    expect(await receiptOf(fan, purchaseId)).toEqual({ outcome: 'paid', takenMinor: 0n, leadsOn: true })
    await charge(txRef, 'C02')
    await readChargebacks()
    await readChargebacks()
    expect(await payerNews(fan)).toEqual(['payment_charged_back post_unlock UGX 50,000'])
    const taken = { outcome: 'charged_back', takenMinor: 5_000_000n, leadsOn: false }
    expect(await receiptOf(fan, purchaseId)).toEqual(taken)
    await answerChargeback(await staff(), (await rowOf(purchaseId)).id, { action: 'accept', note: NOTE })
    await fixture.advance(DAY + 60)
    await readChargebacks()
    expect(await rowOf(purchaseId)).toMatchObject({ status: 'lost' })
    expect(await receiptOf(fan, purchaseId)).toEqual(taken)
    expect(await payerNews(fan)).toHaveLength(1)
  })

  test('PAY-08 a bank that was wrong: the receipt shows "Paid" again and links to what is open again, and the payer is notified', async () => {
    const { fan, purchaseId, txRef } = await unlocked()
    await winChargeback(txRef, purchaseId)
    expect(await receiptOf(fan, purchaseId)).toEqual({ outcome: 'paid', takenMinor: 0n, leadsOn: true })
    expect(await isOpen(purchaseId)).toBe(true)
    expect(await payerNews(fan)).toEqual([
      'payment_charged_back post_unlock UGX 50,000',
      'payment_dispute_won UGX 50,000',
    ])
  })

  test('PAY-08 what it paid for ends, the creator’s part is reversed, the account is flagged, and staff is notified; read again, nothing changes', async () => {
    const { fan, creatorId, purchaseId, txRef } = await unlocked()
    await charge(txRef)
    expect(await readChargebacks()).toBe(1)
    await Promise.all([readChargebacks(), readChargebacks()])
    const row = await rowOf(purchaseId)
    expect(row).toMatchObject({ status: 'initiated', answer: null, puzzling: null })
    expect(await isOpen(purchaseId)).toBe(false)
    expect(await linesOf(row.id)).toEqual([
      'chargeback_received creator_pending 4000000',
      'chargeback_received platform_revenue 1000000',
      'chargeback_received gateway_clearing -5000000',
    ])
    expect(await earningsNews(creatorId)).toEqual([
      {
        name: 'sale_charged_back',
        amount: 'UGX\u00a040,000',
        owed: null,
        path: '/dashboard/earnings',
      },
    ])
    expect(await fixture.all('select 1 from account_flags where account_id = $1', [fan.id])).toHaveLength(1)
    expect(
      await fixture.all(
        `select 1 from activity where event = 'chargeback_received' and object_id = $1 and detail->>'severity' = 'high'`,
        [row.id],
      ),
    ).toHaveLength(1)
  })

  test('PAY-08 no refund while a chargeback is open, and no automatic refund for a flagged account until staff has checked it', async () => {
    const { fan, purchaseId, txRef } = await unlocked()
    await charge(txRef)
    await readChargebacks()
    expect(await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })).toEqual({
      ok: false,
      refusal: { kind: 'nothing_to_ask', because: 'disputed' },
    })
    await fixture.owner().query('update user_access set revoked_at = app_now() where user_id = $1', [fan.id])
    const pass = await paid(fan)
    expect(await askRefund(fan, { purchaseId: pass.purchaseId, note: NOTE, destination: 'source' })).toMatchObject({
      value: { by: 'person' },
    })
    const { id } = await rowOf(purchaseId)
    const other = await unlocked()
    await charge(other.txRef)
    await readChargebacks()
    expect(await clearFlag(await staff('support'), id)).toMatchObject({ ok: false })
    const flagged = { ...(await staff()), id: fan.id }
    expect(await clearFlag(flagged, id)).toEqual({ ok: false, refusal: { kind: 'not_found' } })
    expect(await clearFlag(await staff(), id)).toEqual({ ok: true, value: null })
    expect(await clearFlag(await staff(), id)).toEqual({ ok: false, refusal: { kind: 'not_found' } })
    const left = 'select account_id from account_flags where cleared_at is null'
    expect(await fixture.all(left)).toEqual([{ account_id: other.fan.id }])
  })

  test('PAY-08 accepted: the loss is final, and the gateway is notified once', async () => {
    const { purchaseId, txRef } = await unlocked()
    await charge(txRef, 'C02')
    await readChargebacks()
    const { id } = await rowOf(purchaseId)
    const manager = await staff()
    expect(await answerChargeback(manager, id, { action: 'accept', note: NOTE })).toEqual({
      ok: true,
      value: 'notified',
    })
    expect(await answerChargeback(manager, id, { action: 'decline', note: NOTE })).toEqual({
      ok: false,
      refusal: { kind: 'not_open' },
    })
    await fixture.advance(DAY + 60)
    await readChargebacks()
    expect(await rowOf(purchaseId)).toMatchObject({ status: 'lost', answer: 'accept', ended_at: expect.any(Date) })
    expect(await linesOf(id)).toHaveLength(3)
  })

  test('PAY-08 an answer that the gateway has not heard yet stays as it was given, and an ended chargeback takes none', async () => {
    const { purchaseId, txRef } = await unlocked()
    await charge(txRef, 'C02')
    await readChargebacks()
    const { id } = await rowOf(purchaseId)
    const manager = await staff()
    vi.spyOn(paymentGateway(), 'answerChargeback').mockResolvedValue({ kind: 'throttled' } as never)
    const answer = (action: 'accept' | 'decline') => answerChargeback(manager, id, { action, note: NOTE })
    expect(await answer('decline')).toEqual({ ok: true, value: 'later' })
    vi.restoreAllMocks()
    expect(await answer('accept')).toEqual({ ok: false, refusal: { kind: 'not_open' } })
    expect(await rowOf(purchaseId)).toMatchObject({ answer: 'decline', notified_at: null })
    await fixture
      .owner()
      .query(
        `update chargebacks set answer = null, answer_note = '', answered_by = null, answered_at = null, ended_at = app_now() where id = $1`,
        [id],
      )
    expect(await answer('accept')).toEqual({ ok: false, refusal: { kind: 'not_open' } })
  })

  test('PAY-08 declined and won: everybody gets back what was taken, and the buyer the post, once', async () => {
    const { purchaseId, txRef, creatorId } = await unlocked()
    const id = await winChargeback(txRef, purchaseId)
    await readChargebacks()
    expect(await rowOf(purchaseId)).toMatchObject({ status: 'won' })
    expect((await linesOf(id)).slice(3)).toEqual([
      'chargeback_won platform_revenue -1000000',
      'chargeback_won gateway_clearing 5000000',
      'chargeback_won creator_available -4000000',
    ])
    expect(await isOpen(purchaseId)).toBe(true)
    expect(await earningsNews(creatorId)).toMatchObject([
      { name: 'sale_charged_back' },
      { name: 'sale_reinstated', amount: 'UGX\u00a040,000', owed: null },
    ])
    const { rows } = await fixture
      .owner()
      .query(
        `select 1 from ledger_accounts where purpose = 'creator_debt' and owner_id = $1 and ledger_balance(id) <> 0`,
        [creatorId],
      )
    expect(rows).toEqual([])
  })

  test('PAY-08 refunded after the bank was wrong: the creator’s part is reversed again, once, and we do not bear it', async () => {
    const { fan, purchaseId, txRef } = await unlocked()
    await winChargeback(txRef, purchaseId)
    const asked = await askRefund(fan, { purchaseId, note: NOTE, destination: 'wallet' })
    if (!asked.ok) throw new Error(JSON.stringify(asked.refusal))
    const { refundId } = asked.value
    const grant = { kind: 'grant', amountMinor: 5_000_000n, ends: true, note: NOTE } as const
    expect(await decideRefund(await staff(), refundId, grant)).toMatchObject({ ok: true })
    const lines = await fixture.all<{ line: string }>(
      `select a.purpose || ' ' || p.amount_minor as line from journal_entries e join postings p on p.entry_id = e.id
       join ledger_accounts a on a.id = p.account_id where e.cause_kind = 'refund' and e.cause_id = $1 and e.kind = 'refund_decided' order by p.line`,
      [refundId],
    )
    expect(lines.map(({ line }) => line).filter((line) => /^(creator|platform)/.test(line))).toEqual([
      'creator_available 4000000',
      'platform_revenue 1000000',
    ])
  })

  test('PAY-08 what a refund had ended before the chargeback stays ended when the bank was wrong', async () => {
    const { fan, purchaseId, txRef } = await unlocked()
    const asked = await askRefund(fan, { purchaseId, note: NOTE, destination: 'wallet' })
    if (!asked.ok) throw new Error(JSON.stringify(asked.refusal))
    const part = { kind: 'grant', amountMinor: 2_000_000n, ends: true, note: NOTE } as const
    expect(await decideRefund(await staff(), asked.value.refundId, part)).toMatchObject({ ok: true })
    expect(await isOpen(purchaseId)).toBe(false)
    await winChargeback(txRef, purchaseId)
    expect(await isOpen(purchaseId)).toBe(false)
  })

  test('PAY-08 without an answer it is lost at its due date, after two warnings', async () => {
    const { purchaseId, txRef } = await unlocked()
    await charge(txRef, 'C05')
    await readChargebacks()
    const { id } = await rowOf(purchaseId)
    const due = await fixture.one<{ seconds: number }>(
      'select extract(epoch from due_at - app_now())::int as seconds from chargebacks where id = $1',
      [id],
    )
    for (const left of [7 * 3_600, 3_600]) {
      const { seconds } = await fixture.one<{ seconds: number }>(
        'select extract(epoch from due_at - app_now())::int as seconds from chargebacks where id = $1',
        [id],
      )
      await fixture.advance(Math.max(0, seconds - left))
      await readChargebacks()
      await readChargebacks()
    }
    expect(due.seconds).toBeGreaterThan(0)
    expect(
      await fixture.all(`select 1 from activity where event = 'chargeback_due_soon' and object_id = $1`, [id]),
    ).toHaveLength(2)
    await fixture.advance(7_200)
    await readChargebacks()
    expect(await rowOf(purchaseId)).toMatchObject({ status: 'lost' })
  })

  test('PAY-08 a refund that was decided and not sent is replaced by the chargeback: the money is paid out once', async () => {
    const fan = await fixture.person()
    const { purchaseId, txRef } = await paid(fan)
    await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
    await charge(txRef)
    await readChargebacks()
    const { id } = await rowOf(purchaseId)
    expect(await linesOf(id)).toEqual([
      'chargeback_received refunds_payable 18000000',
      'chargeback_received gateway_clearing -18000000',
    ])
    expect(await payerNews(fan)).toEqual(['payment_charged_back refund UGX 180,000'])
    expect(await receiptOf(fan, purchaseId)).toMatchObject({ outcome: 'charged_back', leadsOn: false })
    expect((await findOwnRefunds(fan, purchaseId))!.refunds).toMatchObject([{ state: 'declined', replaced: true }])
    expect((await rowOf(purchaseId)).puzzling).toBe(null)
    expect(await sendRefunds()).toBe(0)
    expect(await fixture.all(`select state from refunds where purchase_id = $1`, [purchaseId])).toEqual([
      { state: 'declined' },
    ])
  })

  test('PAY-08 where a part was sent and the rest is replaced, more leaves than was paid, and staff checks it', async () => {
    const { fan, purchaseId, txRef } = await unlocked()
    for (const grant of [
      { amountMinor: 1_000_000n, ends: false },
      { amountMinor: 4_000_000n, ends: true },
    ]) {
      await sendRefunds()
      const asked = await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
      if (!asked.ok) throw new Error(JSON.stringify(asked.refusal))
      const decision = { kind: 'grant', ...grant, note: NOTE } as const
      expect(await decideRefund(await staff(), asked.value.refundId, decision)).toMatchObject({ ok: true })
    }
    await charge(txRef)
    await readChargebacks()
    const row = await rowOf(purchaseId)
    expect(row.puzzling).toMatch(/refunded before/)
    expect(await linesOf(row.id)).toEqual([
      'chargeback_received refunds_payable 4000000',
      'chargeback_received chargeback_losses 1000000',
      'chargeback_received gateway_clearing -5000000',
    ])
  })

  test('PAY-08 after a refund it is our loss, and staff checks it', async () => {
    const fan = await fixture.person()
    const { purchaseId, txRef } = await paid(fan)
    await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
    await sendRefunds()
    await charge(txRef)
    await readChargebacks()
    const row = await rowOf(purchaseId)
    expect(row.puzzling).toMatch(/refunded before/)
    expect(await payerNews(fan)).toEqual(['payment_charged_back nothing UGX 180,000'])
    expect(await linesOf(row.id)).toEqual([
      'chargeback_received chargeback_losses 18000000',
      'chargeback_received gateway_clearing -18000000',
    ])
  })

  test.each([true, false])(
    'PAY-08 won after a refund (sent: %s): the buyer has the money and not also the pass',
    async (sent) => {
      const fan = await fixture.person()
      const { purchaseId, txRef } = await paid(fan)
      await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
      if (sent) await sendRefunds()
      await winChargeback(txRef, purchaseId)
      const { state } = await fixture.one<{ state: string }>('select state from refunds where purchase_id = $1', [
        purchaseId,
      ])
      expect(state).toBe(sent ? 'sent' : 'requested')
      expect(await fixture.one('select status from subscriptions where purchase_id = $1', [purchaseId])).toEqual({
        status: 'refunded',
      })
    },
  )

  describe('of a top-up', () => {
    /** A fan with a pass whose wallet was filled once. */
    async function toppedUp(amountMinor: bigint) {
      const fan = await fixture.person()
      await fixture.grantPass(fan.id)
      return { fan, ...(await paid(fan, { product: { kind: 'wallet_top_up', amountMinor, restMinor: 0n } })) }
    }

    async function buyPost(fan: Person, priceMinor: bigint) {
      const { postId, creatorId } = await fixture.lockedPost(priceMinor)
      const bought = await spend(fan, { kind: 'post_unlock', postId })
      if (!bought.ok) throw new Error(JSON.stringify(bought.refusal))
      return { purchaseId: bought.value.reference, creatorId }
    }

    const account = async (ownerId: string, purpose: string) =>
      (
        await fixture.all<{ minor: bigint }>(
          'select -ledger_balance(id) as minor from ledger_accounts where owner_id = $1 and purpose = $2',
          [ownerId, purpose],
        )
      )[0]?.minor ?? 0n

    test('PAY-08 what the wallet bought since then ends and is reversed, and we lose nothing by it', async () => {
      const { fan, purchaseId, txRef } = await toppedUp(5_000_000n)
      const first = await buyPost(fan, 1_000_000n)
      const second = await buyPost(fan, 3_000_000n)
      await charge(txRef)
      await Promise.all([readChargebacks(), readChargebacks()])
      expect(await linesOf((await rowOf(purchaseId)).id)).toEqual([
        'chargeback_received wallet 5000000',
        'chargeback_received gateway_clearing -5000000',
      ])
      expect(await account(fan.id, 'wallet')).toBe(0n)
      expect(await isOpen(second.purchaseId)).toBe(false)
      expect(await account(second.creatorId, 'creator_pending')).toBe(0n)
      expect(await earningsNews(second.creatorId)).toMatchObject([
        { name: 'sale_charged_back', amount: expect.stringContaining('24,000') },
      ])
      expect(await isOpen(first.purchaseId)).toBe(false)
    })

    test('PAY-08 what was bought before it, and what it did not pay for, stays', async () => {
      const { fan } = await toppedUp(2_000_000n)
      const before = await buyPost(fan, 1_000_000n)
      const { purchaseId, txRef } = await paid(fan, {
        product: { kind: 'wallet_top_up', amountMinor: 2_000_000n, restMinor: 0n },
      })
      const older = await buyPost(fan, 500_000n)
      const newer = await buyPost(fan, 1_500_000n)
      await charge(txRef)
      await readChargebacks()
      expect(await linesOf((await rowOf(purchaseId)).id)).toEqual([
        'chargeback_received wallet 2000000',
        'chargeback_received gateway_clearing -2000000',
      ])
      expect(await isOpen(newer.purchaseId)).toBe(false)
      expect(await isOpen(older.purchaseId)).toBe(true)
      expect(await isOpen(before.purchaseId)).toBe(true)
      expect(await account(older.creatorId, 'creator_pending')).toBe(400_000n)
      expect(await account(fan.id, 'wallet')).toBe(500_000n)
    })

    test('PAY-08 a waiting refund request of the buyer is granted by it, once', async () => {
      const { fan, txRef } = await toppedUp(3_000_000n)
      const { purchaseId } = await buyPost(fan, 3_000_000n)
      expect(await askRefund(fan, { purchaseId, note: NOTE, destination: 'wallet' })).toMatchObject({ ok: true })
      await charge(txRef)
      await readChargebacks()
      expect(
        await fixture.all('select state, reason, amount_minor from refunds where purchase_id = $1', [purchaseId]),
      ).toEqual([{ state: 'completed', reason: 'asked', amount_minor: 3_000_000n }])
      expect(await account(fan.id, 'wallet')).toBe(0n)
    })

    test('PAY-08 a creator whose seven days are over pays their part from available earnings', async () => {
      const { fan, txRef } = await toppedUp(3_000_000n)
      const { creatorId } = await buyPost(fan, 3_000_000n)
      await fixture.advance(8 * DAY)
      await releaseEarnings()
      expect(await account(creatorId, 'creator_available')).toBe(2_400_000n)
      await charge(txRef)
      await readChargebacks()
      expect(await account(creatorId, 'creator_available')).toBe(0n)
      expect(await account(creatorId, 'creator_debt')).toBe(0n)
    })

    /** Of one creator, by a fan whose pass has ended. */
    async function aSubscription(fan: Person, priceMinor: bigint) {
      await fixture.owner().query('delete from user_access where user_id = $1', [fan.id])
      const { creatorId } = await fixture.lockedPost()
      await fixture
        .owner()
        .query(
          `update creators set subscription_price_minor = $2, listed = true, listed_until = app_now() + interval '90 days' where profile_id = $1`,
          [creatorId, priceMinor],
        )
      const bought = await spend(fan, { kind: 'creator_subscription', creatorId, renewal: false })
      if (!bought.ok) throw new Error(JSON.stringify(bought.refusal))
      return { purchaseId: bought.value.reference, creatorId }
    }

    async function hide(creatorId: string): Promise<void> {
      await fixture
        .owner()
        .query('update creator_listings set revoked_at = app_now() where creator_id = $1', [creatorId])
      await fixture
        .owner()
        .query('update creators set listed = false, listed_until = null where profile_id = $1', [creatorId])
      await refundCreatorSubscriptions()
    }

    async function setAside(fan: Person, amountMinor: bigint): Promise<string> {
      const hold = await placeTestHold(fan.id, { amountMinor, currency: 'UGX' })
      if (!hold.ok) throw new Error(hold.refusal.kind)
      return hold.value.holdId
    }

    /** Delivered: what was set aside belongs to somebody else. */
    const deliver = (holdId: string) =>
      inTransaction((tx) =>
        releaseHold(tx, holdId, (amountMinor) => [
          credit({ purpose: 'platform_revenue', ownerId: null, currency: 'UGX' }, amountMinor),
        ]),
      )

    test('PAY-08 what was refunded for a hidden creator\u2019s days counts once: what was bought with it ends too', async () => {
      const { fan, purchaseId, txRef } = await toppedUp(48_000_000n)
      const first = await buyPost(fan, 15_000_000n)
      const second = await buyPost(fan, 15_000_000n)
      const { creatorId } = await aSubscription(fan, 18_000_000n)
      await hide(creatorId)
      expect(await account(fan.id, 'wallet')).toBe(18_000_000n)
      await charge(txRef)
      await readChargebacks()
      expect(await linesOf((await rowOf(purchaseId)).id)).toEqual([
        'chargeback_received wallet 48000000',
        'chargeback_received gateway_clearing -48000000',
      ])
      expect([await isOpen(first.purchaseId), await isOpen(second.purchaseId)]).toEqual([false, false])
      expect(await account(fan.id, 'wallet')).toBe(0n)
    })

    test('PAY-08 holds placed since then are cancelled first, before anything that was bought ends', async () => {
      const { fan, txRef } = await toppedUp(5_000_000n)
      const bought = await buyPost(fan, 1_000_000n)
      const holdId = await setAside(fan, 4_000_000n)
      await charge(txRef)
      await readChargebacks()
      expect(await fixture.all('select state, end_reason from wallet_holds where id = $1', [holdId])).toEqual([
        { state: 'cancelled', end_reason: 'payment_charged_back' },
      ])
      expect(await deliver(holdId)).toEqual({ ok: false, refusal: { kind: 'hold_ended' } })
      expect(await isOpen(bought.purchaseId)).toBe(false)
      expect([await account(fan.id, 'wallet'), await account(fan.id, 'wallet_holds')]).toEqual([0n, 0n])
    })

    test('PAY-08 a subscription whose refund was spent adds nothing more, and the rest is our loss', async () => {
      const { fan, purchaseId, txRef } = await toppedUp(18_000_000n)
      const subscription = await aSubscription(fan, 18_000_000n)
      await hide(subscription.creatorId)
      expect(await deliver(await setAside(fan, 18_000_000n))).toMatchObject({ ok: true })
      await charge(txRef)
      await readChargebacks()
      expect(
        await fixture.all('select state, reason from refunds where purchase_id = $1', [subscription.purchaseId]),
      ).toEqual([{ state: 'declined', reason: 'top_up_charged_back' }])
      expect(await linesOf((await rowOf(purchaseId)).id)).toEqual([
        'chargeback_received chargeback_losses 18000000',
        'chargeback_received gateway_clearing -18000000',
      ])
      expect(await account(fan.id, 'wallet')).toBe(0n)
    })

    test('PAY-08 won: the wallet has again what was taken from it; what had ended stays ended', async () => {
      const { fan, purchaseId: topUpId, txRef } = await toppedUp(3_000_000n)
      const { purchaseId } = await buyPost(fan, 3_000_000n)
      await winChargeback(txRef, topUpId)
      expect(await account(fan.id, 'wallet')).toBe(3_000_000n)
      expect(await isOpen(purchaseId)).toBe(false)
    })
  })

  test('PAY-08 the evidence shows payment, consents, sign-ins and use; a staff member who is a party to it cannot answer, nor can other roles', async () => {
    const { fan, creatorId, purchaseId, txRef } = await unlocked()
    await fixture
      .owner()
      .query(
        `insert into creator_uses (fan_id, creator_id, day) values ($1, $2, (app_now() at time zone 'Africa/Kampala')::date)`,
        [fan.id, creatorId],
      )
    await charge(txRef)
    await readChargebacks()
    const { id } = await rowOf(purchaseId)
    const manager = await staff()
    const found = await findChargeback(manager, id)
    expect(found).toMatchObject({
      may: { answer: true, clearFlag: true },
      evidence: {
        purchase: { email: fan.email },
        uses: [{ creator: 'A Fan' }],
        rights: [{ what: 'Post, opened for good' }],
      },
    })
    expect((await findChargeback({ ...manager, id: fan.id }, id))!.may).toEqual({ answer: false, clearFlag: false })
    for (const person of [await staff('support'), await staff('content-moderator'), fan])
      expect(await answerChargeback(person, id, { action: 'accept', note: NOTE })).toEqual({
        ok: false,
        refusal: { kind: 'not_permitted' },
      })
    expect(await answerChargeback({ ...manager, id: fan.id }, id, { action: 'accept', note: NOTE })).toMatchObject({
      refusal: { kind: 'own_account' },
    })
    expect(await answerChargeback(manager, id, { action: 'accept', note: ' ' })).toMatchObject({
      refusal: { kind: 'note_missing' },
    })
    expect(await findChargeback(manager, 'nonsense')).toBeNull()
    expect((await listChargebacks(listing('all'))).filter((one) => one.id === id)).toHaveLength(1)
    // By what is on the receipt, by our whole reference, and by the gateway's number; another reference finds nothing.
    const { provider_id: number } = await fixture.one<{ provider_id: string }>(
      'select provider_id from chargebacks where id = $1',
      [id],
    )
    const find = async (text: string) => (await listChargebacks(listing('all', { find: text }))).map((one) => one.id)
    for (const text of [shortReference(txRef), txRef, number]) expect(await find(text)).toEqual([id])
    expect(await find('PCH-0000-0000')).toEqual([])
  })
})
