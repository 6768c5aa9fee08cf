import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mailsTo } from '#tests/support/mails.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { remindOfPayoutAccount } from './remind-of-payout-account.server.ts'

const fixture = usePayoutFixture()

test('DASH-03 PAYOUT-01 earnings that wait for an account are told of once', async () => {
  const [ready, waiting, poor] = [
    await fixture.creatorWith(80_549),
    await fixture.creatorWith(80_549),
    await fixture.creatorWith(100),
  ]
  for (const creator of [waiting, poor])
    await fixture.owner().query('delete from payout_accounts where creator_id = $1', [creator.id])
  const mails = async ({ email }: typeof ready) => (await mailsTo(email, 'payout_account_missing')).length
  await Promise.all([remindOfPayoutAccount(), remindOfPayoutAccount()])
  await remindOfPayoutAccount()
  expect([await mails(ready), await mails(waiting), await mails(poor)]).toEqual([0, 1, 0])
  expect((await mailsTo(waiting.email, 'payout_account_missing'))[0]).toMatchObject({
    available: 'UGX\u00a080,549',
    path: '/dashboard/payout-account',
  })
})

test('DASH-03 PAYOUT-01 two processes that remind at nearly the same time remind once, and again after four weeks', async () => {
  const waiting = await fixture.creatorWith(80_549)
  await fixture.owner().query('delete from payout_accounts where creator_id = $1', [waiting.id])
  // The second one reads before the first has committed, and locks after it: a gap of a millisecond, so it is looked for.
  for (let round = 1; round <= 40; round += 1) {
    await Promise.all([remindOfPayoutAccount(), setTimeout(round / 4).then(remindOfPayoutAccount)])
    expect(await mailsTo(waiting.email, 'payout_account_missing')).toHaveLength(round)
    await fixture.owner().query(`update payout_account_reminders set reminded_at = reminded_at - interval '29 days'`)
  }
})
