import { describe, expect, test } from 'vitest'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { keepPayoutsMoving } from '#app/domain/payouts/send-payouts.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { newId } from '#app/platform/id.ts'
import * as layout from '#app/web/admin/earnings/layout.tsx'
import * as overview from '#app/web/admin/overview.tsx'
import { aBrowser } from '#tests/support/routes.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'

const fixture = usePayoutFixture()

async function refund(failing: boolean): Promise<void> {
  const { fan, purchaseId } = await fixture.paidPass()
  const ask = { purchaseId, note: 'It did not open on my phone.', destination: 'source' } as const
  if (failing) await fixture.scenario('R03')
  // A fan who has used the pass waits for a person's decision.
  else
    await fixture
      .owner()
      .query(
        `insert into creator_uses (fan_id, creator_id, day) values ($1, $2, (app_now() at time zone 'Africa/Kampala')::date)`,
        [fan.id, (await fixture.lockedPost()).creatorId],
      )
  expect(await askRefund(fan, ask)).toMatchObject({ ok: true })
  if (!failing) return
  await sendRefunds()
  await fixture.advance(25 * 3_600)
  await sendRefunds()
}

type Tile = { label: string; value: number; note: string; late?: boolean; href: string }
const staffOf = async (role: (typeof STAFF_ROLES)[number] | 'owner') =>
  fixture.person({ userType: role === 'owner' ? 'owner' : 'admin', staffRole: role })

async function seenBy(role: (typeof STAFF_ROLES)[number] | 'owner') {
  const browser = aBrowser(await staffOf(role))
  const { waiting } = (await browser.call(overview, '/admin')).data as { waiting: Tile[] }
  const { tabs } = (await browser.call(layout, '/admin/earnings')).data as { tabs: { label: string; count: number }[] }
  return {
    tiles: waiting,
    labels: waiting.map((tile) => tile.label),
    counts: Object.fromEntries(tabs.filter(({ count }) => count > 0).map(({ label, count }) => [label, count])),
  }
}

describe('money matters that wait for staff', () => {
  test('ADMIN-09d when nothing waits, the overview and the tabs show nothing', async () => {
    for (const role of [...STAFF_ROLES, 'owner'] as const)
      expect(await seenBy(role)).toEqual({ tiles: [], labels: [], counts: {} })
  })

  test('ADMIN-09d shows chargebacks with their due time, stopped payouts, refunds and differences to staff who may open the page', async () => {
    await refund(true)
    await refund(false)
    await fixture.setSetting('payoutsPerHourMinor', '30000000')
    const creator = await fixture.creatorWith(400_000)
    await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture.owner().query(
      `insert into reconciliation_differences (id, kind, subject, description, causes_at, last_seen_at, first_seen_at)
         values ($1, 'breach', 'a test', 'a test', app_now(), app_now(), app_now())`,
      [newId()],
    )
    const { txRef } = await fixture.paidPass()
    await fixture.scenario('C05', { tx_ref: txRef })
    await readChargebacks()

    const all = await seenBy('owner')
    expect(all.tiles).toMatchObject([
      { label: 'Chargebacks', value: 1, note: expect.stringMatching(/^Answer by .*\d\d:\d\d$/), late: true },
      { label: 'Payouts', value: 1, note: 'Payouts have stopped', late: true, href: '/admin/earnings/payouts' },
      { label: 'Refunds', value: 2, note: '1 failed, 1 to decide', href: '/admin/earnings/refunds?filter=failed' },
      { label: 'Differences', value: 1, href: '/admin/earnings/reconciliation' },
    ])
    expect(all.counts).toEqual({ Payouts: 1, Refunds: 2, Chargebacks: 1, Reconciliation: 1 })
    expect((await seenBy('earnings-manager')).labels).toEqual(all.labels)
    expect((await seenBy('super-admin')).labels).toEqual(all.labels)
    expect(await seenBy('support')).toMatchObject({ labels: ['Refunds'], counts: { Refunds: 2 } })
    expect(await seenBy('content-moderator')).toMatchObject({ labels: [], counts: {} })
  })

  test('PAYOUT-01 a payout that needs two approvals counts, and one that is being sent doesn’t', async () => {
    const payouts = async () => (await seenBy('earnings-manager')).tiles.find((tile) => tile.label === 'Payouts')
    expect(await payouts()).toBeUndefined()
    await fixture.process(await fixture.creatorWith(144_000))
    await keepPayoutsMoving()
    expect(await payouts()).toBeUndefined()
    await fixture.process(await fixture.creatorWith(900_000))
    expect(await payouts()).toMatchObject({ value: 1, note: 'To approve or check', late: false })
  })
})
