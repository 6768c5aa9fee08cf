import { expect, test } from 'vitest'
import { addMediumToMessage } from '#app/domain/chat/add-media.server.ts'
import { createMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { changeCreatorStatus } from '#app/domain/moderation/change-creator-status.server.ts'
import { askPayoutAccount } from '#app/domain/payouts/ask-payout-account.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import * as feePage from '#app/web/creator/creator-subscription.tsx'
import * as dashboard from '#app/web/creator/dashboard.tsx'
import { makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson, makePost } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { aBrowser } from '#tests/support/routes.ts'

const { owner } = useDatabase()

test('ADMIN-04c AUTH-10 a suspended creator is mailed the reason, signs in, and reads it beside their money', async () => {
  const moderator = await makeStaff('content-moderator')
  const creator = await makeCreator()
  const change = (what: 'suspend' | 'reinstate') =>
    changeCreatorStatus(moderator, { creatorId: creator.id, change: what, reason: 'Two posts broke the rules.' })
  await change('suspend')
  const [mail] = await mailsTo(creator.email)
  expect(mail).toMatchObject({ name: 'creator_suspended', reason: 'Two posts broke the rules.' })
  const token = await inTransaction((tx) =>
    startSession(tx, { profileId: creator.id, network: '192.0.2.1', userAgent: 'test' }),
  )
  expect((await findPersonBySession(token))?.person).toMatchObject({ id: creator.id, accountStatus: 'suspended' })
  const browser = aBrowser({ ...creator, accountStatus: 'suspended' })
  expect((await browser.call(feePage, '/creator-subscription')).location).toBe('/dashboard')
  const page = await browser.call(dashboard, '/dashboard')
  expect(JSON.stringify(page.data)).toContain('The reason: Two posts broke the rules.')
  expect(JSON.stringify(page.data)).toContain('/dashboard/earnings')
  await change('reinstate')
  expect((await mailsTo(creator.email)).map(({ name }) => name)).toContain('creator_reinstated')
  const fan = await makePerson()
  await owner().query(`update profiles set account_status = 'suspended' where id = $1`, [fan.id])
  await expect(
    inTransaction((tx) => startSession(tx, { profileId: fan.id, network: '192.0.2.1', userAgent: 'test' })),
  ).rejects.toThrow('only an active account')
})

test('AUTH-10 a suspended creator who has signed in writes, sells, buys and changes nothing', async () => {
  const creator = await makeCreator()
  const [other, media] = [await makeCreator(), await makePost(creator, { kind: 'public' })]
  await changeCreatorStatus(await makeStaff('content-moderator'), {
    creatorId: creator.id,
    change: 'suspend',
    reason: 'Two posts broke the rules.',
  })
  const token = await inTransaction((tx) =>
    startSession(tx, { profileId: creator.id, network: '192.0.2.1', userAgent: 'test' }),
  )
  const actor = (await findPersonBySession(token))!.person
  const message = { text: 'Hello', clientId: newId() }
  const answers = [
    await createMassMessage(actor, { ...message, audience: { kind: 'subscribers' }, sendAt: null, files: null }),
    await sendMessage(actor, { ...message, to: { creatorId: other.id }, shownMinor: 500_000n, confirmed: true }),
    await addMediumToMessage(actor, { threadId: null }, media.mediaId),
    await askPayoutAccount(actor, {
      kind: 'mobile_money',
      bankCode: 'MTN',
      bankName: 'MTN',
      number: '+256772123456',
      accountName: 'Amina Kato',
    }),
    await placeOrder(actor, {
      product: { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false },
      from: 'wallet',
      returnTo: {},
      attempt: randomToken(),
      shownMinor: null,
    }),
  ]
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, false, false])
})
