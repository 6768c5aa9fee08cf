import { RouterContextProvider } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { asSent } from '#tests/support/routes.ts'
import { actorContext } from './context.server.ts'
import { mediaLinksFor } from './media-links.server.ts'
import { type GoingOn, watchAnswer } from './media-watch.ts'
import { loader } from './media.ts'

useDatabase()
useMediaFolder()

let creator: Person
let holder: Person
let mediaId: string

beforeAll(async () => {
  creator = await makeCreator()
  holder = await makePerson('fan', { username: 'brian_w' })
  await giveFullAccess(holder)
  mediaId = (await makePost(creator, { kind: 'subscribers' })).mediaId
  await ownerDb.updateTable('media').set({ kind: 'voice', state: 'ready' }).where('id', '=', mediaId).execute()
})

async function ask(actor: Actor, url = mediaLinksFor(actor)(mediaId, 'watch')): Promise<Response> {
  const request = new Request(`http://localhost${url}`)
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const params = { mediaId, rendition: 'watch' }
  const args = { request, url: new URL(request.url), params, context, pattern: '' }
  return asSent(await (loader as (args: unknown) => Promise<Response>)(args))
}

test('MEDIA-02a only a viewer with a right and the key of the page may ask whether a video goes on', async () => {
  for (const actor of [null, await makePerson(), await makeCreator()]) expect((await ask(actor)).status).toBe(403)
  expect((await ask(holder, `/media/${mediaId}/watch`)).status).toBe(403)
  const answer = await ask(holder)
  expect(answer.status).toBe(200)
  const reader = answer.body!.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  expect(first).toMatch(/^\{"mark":"@brian_w 20\d\d-\d\d-\d\d"\}\n$/)
  // The request of this test has no cookie, so that its session counts as ended with the first check.
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"ended":"signed_out"}\n')
  expect((await reader.read()).done).toBe(true)
})

test('MEDIA-02a the player is told within a second that the right has ended', async () => {
  let state: GoingOn = 'yes'
  const reader = watchAnswer(holder, () => Promise.resolve(state))!.getReader()
  await reader.read()
  state = 'ended'
  const ended = performance.now()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"ended":"ended"}\n')
  expect(performance.now() - ended).toBeLessThan(1_000)
})

test('an account has a few players at once, and one that left makes place', () => {
  const go = () => watchAnswer(holder, () => Promise.resolve('yes' as const))
  const open = Array.from({ length: 6 }, go)
  expect(open.every((one) => one !== null)).toBe(true)
  expect(go()).toBeNull()
  void open[0]!.cancel()
  const next = go()
  expect(next).not.toBeNull()
  for (const one of [...open.slice(1), next]) void one!.cancel()
})
