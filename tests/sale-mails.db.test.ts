import { expect, test } from 'vitest'
import { chooseSaleMails } from '#app/domain/notifications/choose-sale-mails.server.ts'
import { findSaleMailChoice } from '#app/domain/notifications/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import * as page from '#app/web/fan/profile/notifications.tsx'
import * as form from '#app/web/fan/profile/sale-mails.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'

const fixture = usePayoutFixture()

async function aVisibleCreator(): Promise<Person> {
  const creator = await fixture.creatorWith(0)
  await fixture.owner().query(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     values (gen_random_uuid(), $1, 'grant', $1, app_now(), app_now() + interval '7 days')`,
    [creator.id],
  )
  return creator
}

async function tip(creator: Person, amounts: readonly number[]): Promise<void> {
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  await fillWallet(fan, 1_000_000)
  for (const amount of amounts) {
    const sold = await spend(fan, aTip(creator.id, amount))
    if (!sold.ok) throw new Error(JSON.stringify(sold.refusal))
    await deliverEvents()
  }
}

const mailed = async (creator: Person) =>
  (
    await fixture.all<{ event: string }>(
      `select o.event from event_deliveries d join event_outbox o on o.id = d.event_id
       where d.profile_id = $1 and d.channel = 'email' and d.state <> 'skipped' order by d.created_at, d.id`,
      [creator.id],
    )
  ).map(({ event }) => event)
const listed = (creator: Person) => fixture.all('select 1 from notifications where profile_id = $1', [creator.id])

test('NOTIFY-01g a creator is mailed about the first tip and about large ones, by the price of their choice', async () => {
  const creator = await aVisibleCreator()
  expect(await findSaleMailChoice(creator.id)).toBe(10_000_000n)
  await tip(creator, [5_000, 20_000, 100_000])
  expect(await mailed(creator)).toEqual(['tip_received', 'tip_received'])
  expect(await listed(creator)).toHaveLength(3)

  const browser = aBrowser(creator)
  const path = '/profile/notifications'
  expect((await browser.call(page, path)).data.sales).toMatchObject({ from: '100000' })
  expect(await browser.call(form, `${path}/sale-mails`, { form: { from: '20000' } })).toMatchObject({ status: 303 })
  expect((await browser.call(page, path)).data.sales).toMatchObject({ from: '20000' })
  await tip(creator, [20_000])
  expect(await mailed(creator)).toHaveLength(3)
  await browser.call(form, `${path}/sale-mails`, { form: { from: '1' } })
  expect(await findSaleMailChoice(creator.id)).toBe(2_000_000n)
})

test('NOTIFY-01g of subscriptions below the chosen price the first is mailed, and no other', async () => {
  const creator = await aVisibleCreator()
  await chooseSaleMails(creator, 50_000_000n)
  for (let nth = 0; nth < 2; nth += 1) {
    const fan = await fixture.person()
    await fillWallet(fan, 1_000_000)
    const sold = await spend(fan, { kind: 'creator_subscription', creatorId: creator.id, renewal: false })
    if (!sold.ok) throw new Error(JSON.stringify(sold.refusal))
    await deliverEvents()
  }
  expect(await mailed(creator)).toEqual(['creator_subscribed'])
  expect(await listed(creator)).toHaveLength(2)
})

test('who wants no mails about sales gets none, not even about the first', async () => {
  const creator = await aVisibleCreator()
  await chooseSaleMails(creator, null)
  await tip(creator, [500_000])
  expect(await mailed(creator)).toEqual([])
  expect(await listed(creator)).toHaveLength(1)
  const fan = await fixture.person()
  expect((await aBrowser(fan).call(page, '/profile/notifications')).data.sales).toBeNull()
})
