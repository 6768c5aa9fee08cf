import { expect, test } from 'vitest'
import { mailsTo } from '#tests/support/mails.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { remindOfPayoutAccount } from './remind-of-payout-account.server.ts'

const fixture = usePayoutFixture()

test('DASH-03 PAYOUT-01 earnings that wait for an account are told of once, and again after four weeks', async () => {
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
  await fixture.advance(28 * 86_400 + 60)
  await remindOfPayoutAccount()
  expect(await mails(waiting)).toBe(2)
})
