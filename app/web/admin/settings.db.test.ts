import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as route from './settings.tsx'
import type { SettingsPage } from './settings.tsx'

useDatabase()
let owner: Person

beforeAll(async () => {
  owner = { ...(await makePerson('owner')), staffRole: 'owner' }
})

test('CONST-01 the page lists every setting, changes one with a reason, and shows its history', async () => {
  const browser = aBrowser(owner)
  const page = (await browser.call(route, '/admin/settings?change=platformFeePercentage'))
    .data as unknown as SettingsPage
  expect(page.groups.flatMap(({ rows }) => rows)).toContainEqual(
    expect.objectContaining({ label: 'Platform fee', value: '20 percent' }),
  )
  const form = { value: '18', shown: page.form!.shown, reason: 'A cheaper season' }
  const done = await browser.call(route, '/admin/settings?change=platformFeePercentage', { form })
  expect(done.toast).toMatchObject({ title: 'Saved', description: 'Platform fee: 18 percent' })
  expect((await settings()).platformFeePercentage).toBe(18)
  const after = (await browser.call(route, '/admin/settings')).data as unknown as SettingsPage
  expect(after.changes[0]).toMatchObject({
    what: 'Platform fee: 20 percent to 18 percent',
    by: owner.email,
    reason: 'A cheaper season',
  })
  // A tab that still shows the old value gets a conflict.
  expect((await browser.call(route, '/admin/settings?change=platformFeePercentage', { form })).status).toBe(409)
})

test.each([
  ['platformFeePercentage', { value: '200', reason: 'because' }, 400],
  ['platformFeePercentage', { value: 'twenty', reason: 'because' }, 400],
  ['platformFeePercentage', { value: '19', reason: '' }, 400],
  ['contentClasses', { choice_explicit: 'on', reason: 'because' }, 400],
  ['nothing', { value: '1', reason: 'because' }, 404],
  ['constructor', { value: '1', reason: 'because' }, 404],
  ['platformFeePercentage', { value: '1'.repeat(60), reason: 'because' }, 400],
])('CONST-01 %s with %j is refused and keeps what was typed', async (name, typed, status) => {
  const before = await settings()
  const page = (await aBrowser(owner).call(route, `/admin/settings?change=${name}`)).data as unknown as SettingsPage
  const form = { shown: page.form?.shown ?? '', ...typed } as Record<string, string>
  expect((await aBrowser(owner).call(route, `/admin/settings?change=${name}`, { form })).status).toBe(status)
  expect(await settings()).toEqual(before)
})

test('a setting with several choices is saved as a whole', async () => {
  const page = (await aBrowser(owner).call(route, '/admin/settings?change=contentClasses'))
    .data as unknown as SettingsPage
  const form = { shown: page.form!.shown, reason: 'Only everyday life for now' }
  await aBrowser(owner).call(route, '/admin/settings?change=contentClasses', { form })
  expect((await settings()).contentClasses).toEqual(['general'])
})

test.each([null, ...STAFF_ROLES])('CONST-01 ROLE-01 %s gets neither the page nor the change', async (role) => {
  const actor = role === null ? await makePerson('fan') : { ...(await makePerson('admin')), staffRole: role }
  for (const options of [{}, { form: { value: '1', shown: '', reason: 'because' } }]) {
    const answer = await aBrowser(actor).call(route, '/admin/settings?change=platformFeePercentage', options)
    const signIn = '/owner-login?returnTo=%2Fadmin%2Fsettings%3Fchange%3DplatformFeePercentage'
    expect([answer.status, answer.location]).toEqual(role === null ? [303, signIn] : [403, null])
  }
})
