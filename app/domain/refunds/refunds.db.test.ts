import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { newId } from '#app/platform/id.ts'
import { auditAfterEach } from '#tests/support/balanced-books.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { askForBuyer } from './ask-for-buyer.server.ts'
import { askRefund } from './ask-refund.server.ts'
import * as refundPage from '#app/web/admin/earnings/refunds/refund.tsx'
import { aBrowser } from '#tests/support/routes.ts'
import { decideRefund, secondRefund } from './decide-refund.server.ts'
import { previewRefund } from './preview-refund.server.ts'
import { findRefund } from './queries.server.ts'
import { refundIntoWallet, retryRefund } from './move-refund.server.ts'
import { refundRemovedPost, refundRemovedPosts } from './refund-removed-post.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePaymentFixture({ max: 20 })

auditAfterEach()
const DAY = 86_400
const NOTE = 'It did not open on my phone.'

async function staff(role: StaffRole): Promise<Person> {
  const person = await fixture.person({ userType: role === 'owner' ? 'owner' : 'admin', staffRole: role })
  if (role !== 'owner') await enlistStaff((...asked) => fixture.owner().query(...asked), person.id, role)
  return person
}

async function paid(
  fan: Person,
  change: Parameters<typeof aStart>[0] = {},
): Promise<{ purchaseId: string; txRef: string }> {
  const result = await placeOrder(fan, aStart({ email: fan.email, ...change }))
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  const txRef = result.value.reference
  await fixture.pay(txRef, 'approve')
  const { purchase_id: purchaseId } = await fixture.one<{ purchase_id: string }>(
    'select purchase_id from transactions where flutterwave_tx_ref = $1',
    [txRef],
  )
  return { purchaseId, txRef }
}

async function paidPass(): Promise<{ fan: Person; purchaseId: string; txRef: string }> {
  const fan = await fixture.person()
  return { fan, ...(await paid(fan)) }
}

async function paidUnlock(): Promise<{
  fan: Person
  purchaseId: string
  postId: string
  creatorId: string
  txRef: string
}> {
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  const { postId, creatorId } = await fixture.lockedPost()
  return { fan, postId, creatorId, ...(await paid(fan, { product: { kind: 'post_unlock', postId } })) }
}

const ask = (fan: Person, purchaseId: string, destination: 'source' | 'wallet' = 'source') =>
  askRefund(fan, { purchaseId, note: NOTE, destination })

type Shown = {
  id: string
  state: string
  amount_minor: bigint
  destination: string
  attempts: number
  failure: string | null
}
const refundsOf = (purchaseId: string) =>
  fixture.all<Shown>(
    'select id, state, amount_minor, destination, attempts, failure from refunds where purchase_id = $1 order by created_at, id',
    [purchaseId],
  )

async function linesOf(refundId: string): Promise<string[]> {
  const rows = await fixture.all<{ line: string }>(
    `select e.kind || ' ' || a.purpose || ' ' || p.amount_minor as line from journal_entries e join postings p on p.entry_id = e.id
     join ledger_accounts a on a.id = p.account_id where e.cause_kind = 'refund' and e.cause_id = $1 order by e.recorded_at, e.id, p.line`,
    [refundId],
  )
  return rows.map((row) => row.line)
}

async function balance(purpose: string, ownerId: string | null = null): Promise<bigint> {
  const row = await fixture.one<{ sum: bigint }>(
    `select coalesce(sum(p.amount_minor), 0)::bigint as sum from postings p join ledger_accounts a on a.id = p.account_id
     where a.purpose = $1 and a.owner_id is not distinct from $2::uuid`,
    [purpose, ownerId],
  )
  return row.sum
}

const passState = (purchaseId: string) =>
  fixture.one<{ status: string }>('select status from subscriptions where purchase_id = $1', [purchaseId])
const isOpen = async (purchaseId: string) =>
  (
    await fixture.one<{ open: boolean }>('select revoked_at is null as open from unlocks where purchase_id = $1', [
      purchaseId,
    ])
  ).open

describe('the rules', () => {
  test('PAY-10b an unused pass is refunded whole within 24 hours, by rule, to the source', async () => {
    const { fan, purchaseId } = await paidPass()
    expect(await ask(fan, purchaseId)).toMatchObject({ ok: true, value: { by: 'rule' } })
    expect(await passState(purchaseId)).toEqual({ status: 'refunded' })
    const [refund] = await refundsOf(purchaseId)
    expect(refund).toMatchObject({ state: 'requested', amount_minor: 18_000_000n, destination: 'source' })
    await sendRefunds()
    expect((await refundsOf(purchaseId))[0]).toMatchObject({ state: 'sent', attempts: 1 })
    expect(await linesOf(refund!.id)).toEqual([
      'refund_decided deferred_pass_revenue 18000000',
      'refund_decided refunds_payable -18000000',
      'refund_sent refunds_payable 18000000',
      'refund_sent gateway_clearing -18000000',
    ])
    await fixture.advance(2 * DAY)
    await sendRefunds()
    expect((await refundsOf(purchaseId))[0]).toMatchObject({ state: 'completed' })
    expect(await balance('refunds_payable')).toBe(0n)
    expect(await mailsTo(fan.email, 'refund_decided', 'refund_sent')).toHaveLength(2)
  })

  test('PAY-10 a pass bought after a refunded one begins at once', async () => {
    const { fan, purchaseId } = await paidPass()
    await ask(fan, purchaseId, 'wallet')
    const { purchaseId: next } = await paid(fan)
    expect(
      await fixture.one('select starts_at <= app_now() as begun from subscriptions where purchase_id = $1', [next]),
    ).toEqual({ begun: true })
  })

  test('PAY-10 a used pass waits for staff, and stays open until then', async () => {
    const { fan, purchaseId } = await paidPass()
    const { creatorId } = await fixture.lockedPost()
    await fixture
      .owner()
      .query(
        `insert into creator_uses (fan_id, creator_id, day) values ($1, $2, (app_now() at time zone 'Africa/Kampala')::date)`,
        [fan.id, creatorId],
      )
    expect(await ask(fan, purchaseId)).toMatchObject({ ok: true, value: { by: 'person' } })
    expect(await passState(purchaseId)).toEqual({ status: 'active' })
    expect(await ask(fan, purchaseId)).toEqual({
      ok: false,
      refusal: { kind: 'nothing_to_ask', because: 'asked_already' },
    })
    expect(await sendRefunds()).toBe(0)
  })

  test('PAY-10 a pass older than 24 hours waits for staff even if nobody used it', async () => {
    const { fan, purchaseId } = await paidPass()
    await fixture.advance(DAY + 60)
    expect(await ask(fan, purchaseId)).toMatchObject({ ok: true, value: { by: 'person' } })
  })

  test('PAY-10 to the wallet, if the fan chooses, and at once', async () => {
    const { fan, purchaseId } = await paidPass()
    expect(await ask(fan, purchaseId, 'wallet')).toMatchObject({ ok: true, value: { by: 'rule' } })
    expect(await refundsOf(purchaseId)).toMatchObject([{ state: 'completed', destination: 'wallet' }])
    expect(await balance('wallet', fan.id)).toBe(-18_000_000n)
    expect(await sendRefunds()).toBe(0)
  })

  test('PAY-10 another person finds no purchase to request a refund for', async () => {
    const { purchaseId } = await paidPass()
    expect(await ask(await fixture.person(), purchaseId)).toEqual({ ok: false, refusal: { kind: 'not_found' } })
    expect(await ask(await staff('earnings-manager'), purchaseId)).toEqual({
      ok: false,
      refusal: { kind: 'not_found' },
    })
    expect(
      await askRefund(await fixture.person(), { purchaseId: 'nonsense', note: NOTE, destination: 'source' }),
    ).toEqual({
      ok: false,
      refusal: { kind: 'not_found' },
    })
    expect(await refundsOf(purchaseId)).toEqual([])
  })

  test('PAY-08 buyers of a removed post are refunded by rule, once each, and the creator’s part is reversed', async () => {
    const { fan, purchaseId, postId, creatorId } = await paidUnlock()
    expect(await refundRemovedPost(postId)).toBe(0)
    await fixture.owner().query(`update posts set state = 'removed' where id = $1`, [postId])
    expect(await refundRemovedPosts()).toBe(1)
    expect(await refundRemovedPost(postId)).toBe(0)
    expect(await isOpen(purchaseId)).toBe(false)
    expect(await balance('creator_pending', creatorId)).toBe(0n)
    const [refund] = await refundsOf(purchaseId)
    expect(await linesOf(refund!.id)).toEqual([
      'refund_decided creator_pending 4000000',
      'refund_decided platform_revenue 1000000',
      'refund_decided refunds_payable -5000000',
    ])
    expect(await ask(fan, purchaseId)).toMatchObject({ refusal: { because: 'nothing_left' } })
  })

  test('PAY-08 buyers of a post that its creator archived keep it and are not refunded', async () => {
    const { purchaseId, postId } = await paidUnlock()
    await fixture.owner().query(`update posts set state = 'archived' where id = $1`, [postId])
    expect(await refundRemovedPosts()).toBe(0)
    expect(await isOpen(purchaseId)).toBe(true)
    expect(await refundsOf(purchaseId)).toEqual([])
  })
})

describe('the preview', () => {
  test('PAY-10b shows who would bear a refund before it is decided, exactly as it is then decided, and stores nothing', async () => {
    const { fan, purchaseId, creatorId } = await paidUnlock()
    await ask(fan, purchaseId)
    const [asked] = await refundsOf(purchaseId)
    const manager = await staff('earnings-manager')
    const before = await fixture.one('select count(*)::int as lines from postings', [])
    const preview = await previewRefund(manager, asked!.id)
    expect(await fixture.one('select count(*)::int as lines from postings', [])).toEqual(before)
    expect(await isOpen(purchaseId)).toBe(true)
    expect(await balance('creator_pending', creatorId)).toBe(-4_000_000n)
    expect(preview.reduce((sum, line) => sum + line.amount.amountMinor, 0n)).toBe(5_000_000n)
    const grant = { kind: 'grant', amountMinor: 5_000_000n, ends: true, note: 'It never opened.' } as const
    expect(await decideRefund(manager, asked!.id, grant)).toEqual({ ok: true, value: 'requested' })
    const { bornBy } = (await findRefund(manager, asked!.id))!
    expect(bornBy).toEqual(expect.arrayContaining(preview))
    expect(await previewRefund(manager, asked!.id)).toEqual([])
  })

  test('ROLE-01 who may not decide a refund sees no preview of it', async () => {
    const { fan, purchaseId } = await paidUnlock()
    await ask(fan, purchaseId)
    const [asked] = await refundsOf(purchaseId)
    for (const other of [await staff('support'), await staff('content-moderator'), fan])
      expect(await previewRefund(other, asked!.id)).toEqual([])
    expect(await previewRefund(await staff('earnings-manager'), 'no id')).toEqual([])
  })
})

describe('decisions', () => {
  test('PAY-10b an earnings-manager grants a part: the post stays open, and the creator bears the proportion', async () => {
    const { fan, purchaseId, creatorId } = await paidUnlock()
    await ask(fan, purchaseId)
    const manager = await staff('earnings-manager')
    const [asked] = await refundsOf(purchaseId)
    expect(
      await decideRefund(manager, asked!.id, {
        kind: 'grant',
        amountMinor: 1_000_000n,
        ends: false,
        note: 'Half of it was dark.',
      }),
    ).toEqual({ ok: true, value: 'requested' })
    expect(await isOpen(purchaseId)).toBe(true)
    expect(await balance('creator_pending', creatorId)).toBe(-3_200_000n)
    // And the rest later, whole: nothing is lost by rounding.
    await ask(fan, purchaseId)
    const rest = (await refundsOf(purchaseId))[1]!
    expect(rest).toMatchObject({ state: 'asked', amount_minor: 4_000_000n })
    await decideRefund(manager, rest.id, {
      kind: 'grant',
      amountMinor: 4_000_000n,
      ends: true,
      note: 'The rest as well.',
    })
    expect(await isOpen(purchaseId)).toBe(false)
    expect(await balance('creator_pending', creatorId)).toBe(0n)
    await sendRefunds()
    expect(await refundsOf(purchaseId)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })

  test('PAY-10 declined with a reason: nothing moves, and the fan can request again', async () => {
    const { fan, purchaseId } = await paidUnlock()
    await ask(fan, purchaseId)
    const [asked] = await refundsOf(purchaseId)
    const manager = await staff('earnings-manager')
    expect(await decideRefund(manager, asked!.id, { kind: 'decline', note: '' })).toMatchObject({
      refusal: { kind: 'note_missing' },
    })
    expect(await decideRefund(manager, asked!.id, { kind: 'decline', note: 'It was delivered.' })).toEqual({
      ok: true,
      value: 'declined',
    })
    expect(await linesOf(asked!.id)).toEqual([])
    expect(await isOpen(purchaseId)).toBe(true)
    expect(await ask(fan, purchaseId)).toMatchObject({ ok: true })
  })

  test('PAY-10 ROLE-01c above the limit a second, different person agrees', async () => {
    const fan = await fixture.person()
    const { purchaseId } = await paid(fan, { plan: 'annual' })
    await fixture.advance(2 * DAY)
    await ask(fan, purchaseId)
    const [asked] = await refundsOf(purchaseId)
    const first = await staff('super-admin')
    const second = await staff('super-admin')
    const manager = await staff('earnings-manager')
    const grant = { kind: 'grant', amountMinor: 150_000_000n, ends: true, note: 'It never worked for them.' } as const
    expect(await decideRefund(first, asked!.id, grant)).toEqual({ ok: true, value: 'agreed' })
    expect(await passState(purchaseId)).toEqual({ status: 'active' })
    // The form of a first approval, opened before there was one, is no second approval.
    const late = await aBrowser(second).call(refundPage, `/admin/earnings/refunds/${asked!.id}/approval`, {
      params: { refundId: asked!.id },
      form: { amount: '1500000', access: 'stays', note: 'As the fan explained.' },
    })
    expect(late.status).toBe(409)
    expect(await passState(purchaseId)).toEqual({ status: 'active' })
    expect(await secondRefund(first, asked!.id, true)).toMatchObject({ refusal: { reason: 'own_decision' } })
    expect(await secondRefund(manager, asked!.id, true)).toMatchObject({ refusal: { reason: 'not_permitted' } })
    const seconds = await Promise.all(Array.from({ length: 10 }, () => secondRefund(second, asked!.id, true)))
    expect(seconds.filter((one) => one.ok)).toHaveLength(1)
    expect(await passState(purchaseId)).toEqual({ status: 'refunded' })
    expect((await refundsOf(purchaseId))[0]).toMatchObject({ state: 'requested' })
  })

  test('PAY-10 nobody avoids the second person by refunding in small parts', async () => {
    const fan = await fixture.person()
    const { purchaseId } = await paid(fan, { plan: 'annual' })
    await fixture.advance(2 * DAY)
    const manager = await staff('earnings-manager')
    const part = { kind: 'grant', amountMinor: 15_000_000n, ends: false, note: 'A part of it was of no use.' } as const
    const decided: unknown[] = []
    for (let round = 0; round < 2; round += 1) {
      await ask(fan, purchaseId)
      const open = (await refundsOf(purchaseId)).find((one) => one.state === 'asked')
      decided.push(await decideRefund(manager, open!.id, part))
    }
    expect(decided).toEqual([
      { ok: true, value: 'requested' },
      { ok: true, value: 'agreed' },
    ])
  })

  test('ROLE-01 moderators, support and the buyer decide nothing; support requests, and the person who requests does not decide', async () => {
    const { fan, purchaseId, creatorId } = await paidUnlock()
    const support = await staff('support')
    expect(await askForBuyer(await staff('content-moderator'), { purchaseId, note: NOTE })).toMatchObject({
      refusal: { kind: 'not_permitted' },
    })
    expect(await askForBuyer({ ...support, id: fan.id }, { purchaseId, note: NOTE })).toMatchObject({
      refusal: { kind: 'own_account' },
    })
    expect(await askForBuyer(support, { purchaseId, note: NOTE })).toMatchObject({ ok: true })
    const [asked] = await refundsOf(purchaseId)
    const grant = { kind: 'grant', amountMinor: 5_000_000n, ends: true, note: 'As support says.' } as const
    const manager = await staff('earnings-manager')
    for (const [person, reason] of [
      [support, 'not_permitted'],
      [await staff('content-moderator'), 'not_permitted'],
      [fan, 'not_permitted'],
      [{ ...manager, id: fan.id }, 'own_account'],
      [{ ...manager, id: creatorId }, 'own_account'],
      [{ ...manager, id: support.id }, 'own_request'],
    ] as const)
      expect(await decideRefund(person, asked!.id, grant)).toEqual({
        ok: false,
        refusal: { kind: 'not_permitted', reason },
      })
    expect(await decideRefund(manager, asked!.id, { ...grant, amountMinor: 5_000_100n })).toMatchObject({
      refusal: { problem: 'more_than_rest' },
    })
    expect(await decideRefund(manager, asked!.id, { ...grant, amountMinor: 50n })).toMatchObject({
      refusal: { problem: 'no_whole_step' },
    })
    expect(await decideRefund(manager, asked!.id, { ...grant, amountMinor: -100n })).toMatchObject({
      refusal: { problem: 'nothing' },
    })
    expect(await decideRefund(manager, asked!.id, grant)).toEqual({ ok: true, value: 'requested' })
    expect(await decideRefund(manager, asked!.id, grant)).toMatchObject({ refusal: { reason: 'not_open' } })
  })

  test('PAY-08 fifty refunds of one payment at the same time refund it once', async () => {
    const { fan, purchaseId } = await paidPass()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(fan, purchaseId)))
    expect(answers.filter((one) => one.ok)).toHaveLength(1)
    await Promise.all([sendRefunds(), sendRefunds(), sendRefunds()])
    const { back } = await fixture.one<{ back: bigint }>(
      `select sum(amount_minor)::bigint as back from refunds where purchase_id = $1 and state <> 'declined'`,
      [purchaseId],
    )
    expect(back).toBe(18_000_000n)
  })

  test('PAY-08 the database itself refuses to refund more than was paid', async () => {
    const { fan, purchaseId } = await paidPass()
    await ask(fan, purchaseId)
    await expect(
      fixture.owner().query(
        `insert into refunds (id, purchase_id, transaction_id, gateway, provider_id, amount_minor, currency, reason, state)
         select $2, purchase_id, transaction_id, gateway, provider_id, 100, currency, 'asked', 'requested' from refunds where purchase_id = $1`,
        [purchaseId, newId()],
      ),
    ).rejects.toThrow(/more than was paid/)
  })
})

describe('what the gateway does with it', () => {
  const sentOf = async (purchaseId: string) => (await refundsOf(purchaseId))[0]!

  test('PAY-08 the balance there is too small: it waits, staff is notified, and it is sent later', async () => {
    const { fan, purchaseId } = await paidPass()
    await ask(fan, purchaseId)
    await fixture.scenario('R02')
    await sendRefunds()
    expect(await sentOf(purchaseId)).toMatchObject({
      state: 'requested',
      attempts: 1,
      failure: expect.stringMatching(/balance/i),
    })
    expect(await sendRefunds()).toBe(0)
    await fixture.advance(3_700)
    await sendRefunds()
    expect(await sentOf(purchaseId)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('PAY-08 a decided refund stays where it is while a bank reverses the same payment, and leaves when the bank was wrong', async () => {
    const { fan, purchaseId, txRef } = await paidPass()
    await ask(fan, purchaseId)
    // Reading a chargeback replaces the refund; the row alone stands for one that comes in while it is being sent.
    await fixture.owner().query(
      `insert into chargebacks (id, gateway, chargeback_id, transaction_id, purchase_id, account_id, amount_minor, currency, status, raw_status, opened_at, entry_id)
       select $1::uuid, 'flutterwave', $1::uuid::text, t.id, t.purchase_id, t.user_id, t.amount_minor, t.currency, 'initiated', 'initiated', app_now(),
         (select id from journal_entries limit 1)
       from transactions t where t.flutterwave_tx_ref = $2`,
      [newId(), txRef],
    )
    await sendRefunds()
    expect((await refundsOf(purchaseId))[0]).toMatchObject({ state: 'requested', attempts: 0 })
    await fixture
      .owner()
      .query(`update chargebacks set ended_at = app_now(), status = 'won' where purchase_id = $1`, [purchaseId])
    await sendRefunds()
    expect((await refundsOf(purchaseId))[0]).toMatchObject({ state: 'sent', attempts: 1 })
    await fixture.owner().query('delete from chargebacks where purchase_id = $1', [purchaseId])
  })

  test('PAY-08 it is accepted and fails a day later: the money is owed again, retried by staff, and arrives', async () => {
    const { fan, purchaseId } = await paidPass()
    await ask(fan, purchaseId)
    await fixture.scenario('R03')
    await sendRefunds()
    expect(await sentOf(purchaseId)).toMatchObject({ state: 'sent' })
    await fixture.advance(DAY + 3_600)
    await sendRefunds()
    const failed = await sentOf(purchaseId)
    expect(failed).toMatchObject({ state: 'failed' })
    expect(await linesOf(failed.id)).toContain('refund_failed refunds_payable -18000000')
    expect(await retryRefund(await staff('support'), failed.id)).toMatchObject({ ok: false })
    expect(await retryRefund(await staff('earnings-manager'), failed.id)).toEqual({ ok: true, value: null })
    await sendRefunds()
    expect(await sentOf(purchaseId)).toMatchObject({ state: 'sent', attempts: 2 })
    await fixture.advance(DAY + 3_600)
    await sendRefunds()
    expect(await sentOf(purchaseId)).toMatchObject({ state: 'completed' })
  })

  test('PAY-10 a failed refund goes to the wallet if its owner chooses that, once', async () => {
    const { fan, purchaseId } = await paidPass()
    await ask(fan, purchaseId)
    await fixture.scenario('R03')
    await sendRefunds()
    const refund = await sentOf(purchaseId)
    expect(await refundIntoWallet(fan, refund.id)).toMatchObject({
      refusal: { kind: 'not_permitted', reason: 'not_open' },
    })
    await fixture.advance(DAY + 3_600)
    await sendRefunds()
    expect(await refundIntoWallet(await fixture.person(), refund.id)).toEqual({
      ok: false,
      refusal: { kind: 'not_found' },
    })
    const moves = await Promise.all(Array.from({ length: 10 }, () => refundIntoWallet(fan, refund.id)))
    expect(moves.filter((one) => one.ok)).toHaveLength(1)
    expect(await balance('wallet', fan.id)).toBe(-18_000_000n)
  })

  test('PAY-10 a failed refund that staff moves goes to the wallet of the buyer, not of whoever moves it', async () => {
    const { fan, purchaseId } = await paidPass()
    await ask(fan, purchaseId)
    await fixture.scenario('R03')
    await sendRefunds()
    await fixture.advance(DAY + 3_600)
    await sendRefunds()
    const manager = await staff('earnings-manager')
    expect(await refundIntoWallet(manager, (await sentOf(purchaseId)).id)).toMatchObject({ ok: true })
    expect(await balance('wallet', fan.id)).toBe(-18_000_000n)
    expect(await balance('wallet', manager.id)).toBe(0n)
  })

  test('PAY-08 the gateway does not answer although it has refunded: found again by our mark, never sent twice', async () => {
    const { fan, purchaseId, txRef } = await paidPass()
    await ask(fan, purchaseId)
    await fixture.scenario('R04', { tx_ref: txRef })
    await sendRefunds()
    expect(await sentOf(purchaseId)).toMatchObject({ state: 'unknown', attempts: 1 })
    await fixture.advance(400)
    await sendRefunds()
    expect(await sentOf(purchaseId)).toMatchObject({ state: 'sent', attempts: 1 })
    const state = (await fixture.atGateway(txRef)) as unknown as { refunds?: unknown[] }
    if (state.refunds) expect(state.refunds).toHaveLength(1)
  })

  test('PAY-08 a worker that died in the middle of sending: what exists at the gateway is searched first', async () => {
    const { fan, purchaseId } = await paidPass()
    await ask(fan, purchaseId)
    await fixture
      .owner()
      .query(
        `update refunds set state = 'sending', attempts = 1, sending_at = app_now(), next_check_at = app_now() where purchase_id = $1`,
        [purchaseId],
      )
    await sendRefunds()
    expect(await sentOf(purchaseId)).toMatchObject({ state: 'unknown', attempts: 1 })
    for (let hour = 0; hour < 3; hour += 1) {
      await fixture.advance(3_700)
      await sendRefunds()
    }
    // No trace after an hour and more than two searches: staff takes over.
    expect(await sentOf(purchaseId)).toMatchObject({ state: 'failed', failure: 'the gateway has no trace of it' })
    expect(await balance('refunds_payable')).toBeLessThan(0n)
  })
})
