import { expect, test } from 'vitest'
import { config } from '#app/platform/config.server.ts'
import { qrOf } from '#app/web/qr.server.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as link from './link.tsx'

useDatabase()

test('PROF-10b a creator gets the personal link to copy and to share, and its QR code', async () => {
  const person = await makeCreator()
  const address = `${new URL(config().baseUrl).origin}/${person.username}`
  const answer = await aBrowser(person).call(link, '/dashboard/link')
  expect(answer.data).toMatchObject({ username: person.username, address, code: qrOf(address) })
})

test('PROF-10b a creator without a username chooses one first, and a fan has no link', async () => {
  const person = await makeCreator()
  const unnamed = await aBrowser({ ...person, username: null }).call(link, '/dashboard/link')
  expect([unnamed.status, unnamed.location]).toEqual([303, '/profile/edit'])
  const fan = await aBrowser(await makePerson()).call(link, '/dashboard/link')
  expect([fan.status, fan.location]).toEqual([303, '/public-feed'])
})
