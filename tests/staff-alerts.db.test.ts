import { beforeEach, describe, expect, test } from 'vitest'
import { auditBooks } from '#app/domain/audit/audit-books.server.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { keepPayoutsMoving } from '#app/domain/payouts/send-payouts.server.ts'
import { resumePayouts } from '#app/domain/payouts/resume-payouts.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { reconcileGateway } from '#app/domain/reconciliation/reconcile-gateway.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { notifyStaff } from '#app/domain/notifications/notify-staff.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { listMails } from '#tests/support/mails.ts'

const fixture = usePayoutFixture()
const HOUR = 3_600
const MAY_ACT = ['earnings-manager', 'owner', 'super-admin']

// One of each role; those of earlier tests are removed. Nothing waits, and what was notified was notified long ago.
beforeEach(async () => {
  await fixture.owner().query(`
    update staff_members set ended_at = app_now() where ended_at is null and profile_id not in ('${fixture.staff.manager.id}', '${fixture.staff.ruler.id}');
    delete from staff_alerts; delete from event_outbox`)
  await fixture.staffMember('content-moderator')
  await fixture.staffMember('support')
  if ((await fixture.all(`select from profiles where user_type = 'owner'`)).length === 0)
    await fixture.person({ userType: 'owner', staffRole: 'owner' })
})

type Notified = { who: string; kind: string; count: number; about: string; due: string | null; path: string }

/** What staff was mailed, each with the role of the recipient, in the order of roles. */
async function mailed(): Promise<Notified[]> {
  const roles = await fixture.all<{ email: string; who: string }>(
    `select p.email, case when p.user_type = 'owner' then 'owner' else m.role end as who
     from profiles p left join staff_members m on m.profile_id = p.id`,
  )
  const mails = (await listMails()).filter(({ name }) => name === 'staff_alerted')
  return mails
    .map((mail) => ({ ...(mail as unknown as Notified), who: roles.find(({ email }) => email === mail.to)!.who }))
    .toSorted((one, other) => (one.who < other.who ? -1 : one.who > other.who ? 1 : 0))
}
const reviewNeeded = (tx: Tx, objectId: string, about = '') =>
  publish(tx, { event: 'payout_needs_review', actorId: null, objectId, alert: { about } })
const who = (mails: readonly Notified[], kind: string) =>
  mails.filter((mail) => mail.kind === kind).map((mail) => mail.who)

describe('urgent matters reach the staff who may act on them', () => {
  test('PAY-08 an opened chargeback is mailed once with its amount and due time, and again before the due time', async () => {
    const { fan, txRef } = await fixture.paidPass()
    await fixture.scenario('C05', { tx_ref: txRef })
    await readChargebacks()
    expect(await notifyStaff()).toBe(3)
    const mails = await mailed()
    expect(who(mails, 'chargeback_received')).toEqual(MAY_ACT)
    const { id } = await fixture.one<{ id: string }>('select id from chargebacks order by opened_at desc limit 1')
    expect(mails[0]).toMatchObject({
      count: 1,
      about: 'UGX\u00a0180,000',
      due: expect.stringMatching(/EAT$/),
      path: expect.stringContaining(`/admin/earnings/chargebacks/${id}`),
    })
    expect(JSON.stringify(mails)).not.toContain(fan.email)
    await readChargebacks()
    await fixture.advance(HOUR)
    expect(await notifyStaff()).toBe(0)
    for (const left of [7 * HOUR, HOUR]) {
      const { seconds } = await fixture.one<{ seconds: number }>(
        'select extract(epoch from due_at - app_now())::int as seconds from chargebacks where id = $1',
        [id],
      )
      await fixture.advance(seconds - left)
      for (const nth of [1, 2]) {
        await readChargebacks()
        expect(await notifyStaff(), `run ${nth}`).toBe(nth === 1 ? 3 : 0)
      }
    }
    expect(who(await mailed(), 'chargeback_due_soon')).toEqual(MAY_ACT)
    expect(who(await mailed(), 'chargeback_due_very_soon')).toEqual(MAY_ACT)
  })

  test('PAYOUT-01 a halted run is mailed once, and a second halt after it was resumed is mailed again', async () => {
    await fixture.setSetting('payoutsPerHourMinor', '30000000')
    const creator = await fixture.creatorWith(400_000)
    await fixture.process(creator)
    await keepPayoutsMoving()
    await keepPayoutsMoving()
    expect(await notifyStaff()).toBe(3)
    const mails = await mailed()
    expect(who(mails, 'payouts_halted')).toEqual(MAY_ACT)
    expect(mails[0]!.path).toMatch(/\/admin\/earnings\/payouts$/)
    await resumePayouts(fixture.staff.ruler)
    await keepPayoutsMoving()
    expect(await notifyStaff()).toBe(0)
    await fixture.advance(16 * 60)
    expect(await notifyStaff()).toBe(3)
    expect(who(await mailed(), 'payouts_halted')).toHaveLength(6)
  })

  test('PAY-08 a failed refund is mailed to staff who decide refunds, and not to support, who may only view', async () => {
    const { fan, purchaseId } = await fixture.paidPass()
    await askRefund(fan, { purchaseId, note: 'A mistake of mine.', destination: 'source' })
    await fixture.scenario('R03')
    await sendRefunds()
    await fixture.advance(25 * HOUR)
    await sendRefunds()
    expect(await fixture.one('select state from refunds where purchase_id = $1', [purchaseId])).toEqual({
      state: 'failed',
    })
    expect(await notifyStaff()).toBe(3)
    expect(who(await mailed(), 'refund_failed')).toEqual(MAY_ACT)
    expect(JSON.stringify(await mailed())).not.toContain(fan.email)
  })

  test('ADMIN-07 differences with the gateway’s books are one mail per comparison, however many there are, and none while they stay', async () => {
    for (const reference of ['stranger_1', 'stranger_2']) await fixture.strangerPays(reference)
    const { opened } = await reconcileGateway()
    expect(opened).toBeGreaterThan(1)
    expect(await notifyStaff()).toBe(3)
    const mails = await mailed()
    expect(who(mails, 'gateway_differs')).toEqual(MAY_ACT)
    expect(mails[0]!.about).toBe(`${opened} differences`)
    await fixture.advance(HOUR)
    await reconcileGateway()
    expect(await notifyStaff()).toBe(0)
  })

  test('ADMIN-07 breaches in the ledger are one mail per audit, however many there are, and none while they stay', async () => {
    await fixture.paidPass()
    // As a manual change in the database would leave it: an entry that doesn't balance, and a balance that isn't its sum.
    await fixture.owner().query(`set session_replication_role = replica;
      update postings set amount_minor = amount_minor + 100 where line = 1 and entry_id = (select id from journal_entries limit 1);
      set session_replication_role = default`)
    expect((await auditBooks(0)).length).toBeGreaterThan(1)
    expect(await notifyStaff()).toBe(3)
    expect(who(await mailed(), 'books_breached')).toEqual(MAY_ACT)
    // No hour passes: no scheduled task runs here, and what became due would be a breach too.
    await fixture.owner().query(`update staff_alerts set notified_at = notified_at - interval '1 hour'`)
    await auditBooks(0)
    expect(await notifyStaff()).toBe(0)
  })
})

describe('repeated mails', () => {
  const raise = (objectId: string, about = 'PO-1, UGX 1,000') =>
    inTransaction((tx) => reviewNeeded(tx, objectId, about))

  test('ADMIN-07 the same alert about the same object is mailed once; alerts about others within fifteen minutes are mailed together at their end', async () => {
    const first = newId()
    await raise(first)
    expect(await notifyStaff()).toBe(3)
    await raise(first)
    await raise(newId())
    await raise(newId())
    await fixture.advance(14 * 60)
    expect(await notifyStaff()).toBe(0)
    await fixture.advance(2 * 60)
    expect(await notifyStaff()).toBe(3)
    expect((await mailed()).filter((mail) => mail.who === 'owner')).toMatchObject([
      { count: 1, about: 'PO-1, UGX 1,000', path: expect.stringContaining(first) },
      { count: 2, about: '', path: expect.stringMatching(/\/admin\/earnings\/payouts$/) },
    ])
    await fixture.advance(60 * 60)
    expect(await notifyStaff()).toBe(0)
  })

  test('ADMIN-07 two runs at once mail it once', async () => {
    await raise(newId())
    const counts = await Promise.all([notifyStaff(), notifyStaff(), notifyStaff()])
    expect(counts.toSorted()).toEqual([0, 0, 3])
  })

  test('ADMIN-07 a failed command notifies nobody, and staff who left or are suspended get nothing', async () => {
    const failing = inTransaction(async (tx) => {
      await reviewNeeded(tx, newId())
      throw new Error('the command fails')
    })
    await expect(failing).rejects.toThrow('the command fails')
    expect(await notifyStaff()).toBe(0)
    await fixture
      .owner()
      .query(`update staff_members set ended_at = app_now() where profile_id = $1`, [fixture.staff.manager.id])
    await fixture
      .owner()
      .query(`update profiles set account_status = 'suspended' where id = $1`, [fixture.staff.ruler.id])
    await raise(newId())
    expect(await notifyStaff()).toBe(1)
    expect((await mailed()).map((mail) => mail.who)).toEqual(['owner'])
  })
})
