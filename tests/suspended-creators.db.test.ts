import { expect, test } from 'vitest'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { changeCreatorStatus } from '#app/domain/moderation/change-creator-status.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import * as feePage from '#app/web/creator/creator-subscription.tsx'
import * as dashboard from '#app/web/creator/dashboard.tsx'
import { makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
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
