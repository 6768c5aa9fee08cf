import { expect, test } from 'vitest'
import { ACCOUNT_CODE } from '#app/domain/payouts/account.ts'
import * as confirmPage from '#app/web/creator/payouts/account-confirm.tsx'
import * as accountPage from '#app/web/creator/payouts/account.tsx'
import { mailsTo } from '#tests/support/mails.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { aBrowser } from '#tests/support/routes.ts'

const fixture = usePayoutFixture()
const PATH = '/dashboard/payout-account'

test('DASH-03 an account that was mistyped is corrected without typing it anew, and its code is sent once more', async () => {
  // Hours after the last proof: the mailed code of the account is the one and only.
  const creator = { ...(await fixture.creatorWith(0)), freshlyProved: false }
  await fixture.owner().query(`update creators set legal_name = 'Amina Nakato' where profile_id = $1`, [creator.id])
  await fixture.owner().query('delete from payout_accounts where creator_id = $1', [creator.id])
  const browser = aBrowser(creator)
  expect((await browser.call(accountPage, PATH)).data.typed).toEqual({ name: 'Amina Nakato' })

  const form = { kind: 'mobile_money', phone: '0752 999 888', name: 'Amina Nakato' }
  expect(await browser.call(accountPage, PATH, { form })).toMatchObject({ status: 303, location: `${PATH}/confirm` })
  const { data } = await browser.call(confirmPage, `${PATH}/confirm`)
  expect(data).toMatchObject({ at: 'Airtel', correctHref: `${PATH}?kind=mobile_money&correct=1` })
  expect((await browser.call(accountPage, data.correctHref as string)).data.typed).toEqual({
    network: 'AIRTEL',
    phone: '0752 999 888',
    name: 'Amina Nakato',
  })
  // Only its own kind: a wallet's number is no bank account.
  expect((await browser.call(accountPage, `${PATH}?kind=bank&correct=1`)).data.typed).toEqual({ name: 'Amina Nakato' })

  const resend = () => browser.call(confirmPage, `${PATH}/confirm?resend`, { form: {} })
  const codes = async () => (await mailsTo(creator.email, 'payout_account_code')).map(({ code }) => code as string)
  expect(await resend()).toMatchObject({ status: 429 })
  await fixture.advance(ACCOUNT_CODE.resendSeconds + 1)
  expect(await resend()).toMatchObject({ status: 303, toast: { title: 'New code sent' } })
  const [first, second] = await codes()
  const account = (await browser.call(confirmPage, `${PATH}/confirm`)).data.accountId as string
  const confirm = (code: string) =>
    browser.call(confirmPage, `${PATH}/confirm`, { form: { mine: 'on', account, code } })
  if (first !== second) expect(await confirm(first!)).toMatchObject({ status: 400 })
  expect(await confirm(second!)).toMatchObject({ status: 303, location: PATH })
  expect(await resend()).toMatchObject({ status: 303, location: PATH })
})
