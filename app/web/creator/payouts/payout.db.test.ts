import { expect, test } from 'vitest'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import * as payoutPage from '#app/web/creator/payouts/payout.tsx'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'

const fixture = usePayoutFixture()

test('DASH-03 a payout opens the sales that it pays, which add up to what arrives; nobody else sees it', async () => {
  const [creator, other] = [await fixture.creatorWith(50_000), await fixture.creatorWith(0, '+256770000932')]
  await fixture.owner().query(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     values (gen_random_uuid(), $1, 'grant', $1, app_now(), app_now() + interval '60 days')`,
    [creator.id],
  )
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  await fillWallet(fan, 200_000)
  const tip = async (amount: number) => {
    const sold = await spend(fan, aTip(creator.id, amount))
    if (!sold.ok) throw new Error(JSON.stringify(sold.refusal))
    await fixture.advance(15 * 86_400)
    await releaseEarnings()
  }
  /** As if it had arrived: the steps between are other tests. */
  const end = async ({ id }: { id: string }) => {
    await fixture.owner().query('set session_replication_role = replica')
    await fixture
      .owner()
      .query(
        `update payouts set state = 'completed', claimed_at = app_now(), sent_at = app_now(), completed_at = app_now(), ended_at = app_now() where id = $1`,
        [id],
      )
    await fixture.owner().query('set session_replication_role = origin')
  }
  const payouts = async () => (await fixture.payoutsOf(creator.id)).map(({ id }) => id)
  const open = async (who: typeof creator, id: string) =>
    (await aBrowser(who).call(payoutPage, `/dashboard/payouts/${id}`, { params: { payoutId: id } })) as unknown as {
      status: number
      data: Awaited<ReturnType<typeof payoutPage.loader>>
    }
  await tip(100_000)
  await processPayout(fixture.staff.manager, { creatorId: creator.id })
  await end(await fixture.only(creator.id))
  await tip(40_000)
  await processPayout(fixture.staff.manager, { creatorId: creator.id })
  const [first, second] = await payouts()
  const [tips] = [
    await fixture.all<{ id: string }>('select id from purchases where buyer_id = $1 order by id', [fan.id]),
  ]
  const { data } = await open(creator, first!)
  expect(data.sales).toMatchObject([{ title: 'Tips', amount: 'UGX\u00a080,000' }])
  expect(data.sales[0]!.meta).toContain(shortReference(tips[0]!.id.replaceAll('-', '')))
  expect(data.sums).toEqual([
    { label: 'Sales that cleared', value: '80,000' },
    { label: 'Left from before, less refunds and fees paid from earnings', value: '50,000' },
    expect.objectContaining({ label: 'Payout fee' }),
  ])
  const next = (await open(creator, second!)).data
  expect(next.sales).toMatchObject([{ amount: 'UGX\u00a032,000' }])
  for (const [who, id] of [
    [other, first!],
    [creator, 'x'],
    [creator, fan.id],
  ] as const)
    expect((await open(who, id)).status).toBe(404)
})
