import { expect, test } from 'vitest'
import { proveDemoAccount } from '#app/domain/identity/prove-demo-account.server.ts'
import { config, useConfig } from '#app/platform/config.server.ts'
import * as accounts from '#app/web/dev/accounts.tsx'
import { makePerson } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'

useDatabase()
const device = { network: '10.0.0.0/24', userAgent: 'test', replacesSessionId: null }

test('a demo signs in to its own accounts with one tap, to no other, and nobody does where it is no demo', async () => {
  const person = await makePerson()
  await ownerDb.updateTable('profiles').set({ email: 'brian@demo.peach.example' }).where('id', '=', person.id).execute()
  const other = await makePerson()
  const press = (email: string) => aBrowser().call(accounts, '/dev/accounts', { form: { email } })
  expect(await press('brian@demo.peach.example')).toMatchObject({ status: 303, toast: { title: 'Signed in' } })
  expect((await press(other.email)).status).toBe(400)
  for (const email of [other.email, 'brian@demo.peach.example.evil.example', 'BRIAN@demo.peach.example', ''])
    expect(await proveDemoAccount({ email, device }), email).toMatchObject({ refusal: { kind: 'account_not_found' } })
  const demo = config()
  try {
    useConfig({ ...demo, demo: false })
    expect((await press('brian@demo.peach.example')).status).toBe(404)
    expect(await proveDemoAccount({ email: 'brian@demo.peach.example', device })).toMatchObject({
      refusal: { kind: 'account_not_found' },
    })
  } finally {
    useConfig(demo)
  }
})
