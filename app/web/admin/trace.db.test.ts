import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { makeStaff } from '#tests/support/applications.ts'
import { makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser, runRoute } from '#tests/support/routes.ts'
import * as trace from './trace.tsx'

const { owner } = useDatabase()
useMediaFolder()

async function send(actor: Person, copy: Uint8Array, creator = '') {
  const form = new FormData()
  form.set('creator', creator)
  form.set('copy', new File([Uint8Array.from(copy)], 'copy.jpg', { type: 'image/jpeg' }))
  const url = new URL('http://localhost:3000/admin/content/trace')
  const context = new RouterContextProvider()
  const facts = { network: '10.9.0.0/24', userAgent: 'test', origin: url.origin, nonce: null }
  context.set(requestFactsContext, facts)
  context.set(actorContext, actor)
  const request = new Request(url, { method: 'POST', body: form })
  return (await runRoute(trace, { request, url, params: {}, context })) as {
    data: { ok: boolean; report?: { found: boolean }; errors?: { fields: Record<string, string> } }
    init: { status?: number } | null
  }
}

test('MEDIA-03 the page to trace a copy opens for reviewers of content, and for nobody else', async () => {
  for (const [role, status] of [
    ['content-moderator', 200],
    ['super-admin', 200],
    ['support', 403],
    ['earnings-manager', 403],
  ] as const)
    expect((await aBrowser(await makeStaff(role)).call(trace, '/admin/content/trace')).status).toBe(status)
  const fan = await aBrowser(await makePerson('fan')).call(trace, '/admin/content/trace')
  expect(fan.location).toContain('/owner-login')
})

test('MEDIA-03 a copy without a mark names nobody, and the activity record keeps who traced', async () => {
  const moderator = await makeStaff('content-moderator')
  const answer = await send(moderator, await noisyPhoto())
  expect(answer.data).toMatchObject({ ok: true, report: { found: false } })
  const { rows } = await owner().query(`select actor_id from activity where event = 'copy_traced'`)
  expect(rows).toEqual([{ actor_id: moderator.id }])
})

test('MEDIA-03 a missing file, one that is no picture and an unknown creator are shown at their fields', async () => {
  const moderator = await makeStaff('content-moderator')
  const missing = await send(moderator, new Uint8Array())
  expect([missing.init?.status, Object.keys(missing.data.errors!.fields)]).toEqual([400, ['copy']])
  const text = await send(moderator, Buffer.from('no picture at all'))
  expect([text.init?.status, Object.keys(text.data.errors!.fields)]).toEqual([400, ['copy']])
  const unknown = await send(moderator, await noisyPhoto(), 'nobody_here')
  expect([unknown.init?.status, Object.keys(unknown.data.errors!.fields)]).toEqual([400, ['creator']])
})
