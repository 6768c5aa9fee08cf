import { type MiddlewareFunction, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { giveFullAccess, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { actorContext, routeTableContext } from './context.server.ts'
import { accountOfSession, forgetSession, rememberSession } from './known-sessions.server.ts'
import { actorMiddleware } from './middleware/actor.server.ts'
import { passContext, passGate } from './premium-gate.server.ts'
import { aheadContext } from './read-ahead.server.ts'
import type { RouteHandle } from './route-handle.ts'

const { owner } = useDatabase()
const PATH = '/unblocked-feed'
const HANDLE = { audience: 'members', policy: { GET: { who: 'pass', gate: passGate } } } satisfies RouteHandle

async function sessionOf(person: Person): Promise<string> {
  const token = randomToken()
  await owner().query(
    `insert into sessions (id, token_hash, profile_id, expires_at, kind) values ($1, $2, $3, app_now() + interval '1 hour', 'member')`,
    [newId(), keyedHash('token', token), person.id],
  )
  return token
}

/** What a request for a page behind the pass finds: whether the pass was read with the session, and whether the gate lets it in. */
async function open(token: string): Promise<{ actor: string | undefined; ahead: boolean; letIn: boolean }> {
  const context = new RouterContextProvider()
  context.set(routeTableContext, new Map([[PATH, [HANDLE]]]))
  const url = new URL(PATH, 'http://localhost')
  const request = new Request(url, { headers: { cookie: `peach_session=${token}` } })
  let letIn = false
  const next = async () => {
    const actor = context.get(actorContext)
    await passGate({ actor, request, url, params: {}, context })
    letIn = context.get(passContext) !== undefined
    return new Response('ok')
  }
  const asked: Parameters<MiddlewareFunction<Response>>[0] = { request, url, params: {}, context, pattern: PATH }
  await Promise.resolve(actorMiddleware(asked, next)).catch((thrown: unknown) => {
    if (!(thrown instanceof Response)) throw thrown
  })
  return { actor: context.get(actorContext)?.id, ahead: context.get(aheadContext) !== null, letIn }
}

test('FEED-08 a pass that ends between two requests lets nobody in the second time, although it is read with the session', async () => {
  const fan = await makePerson()
  await giveFullAccess(fan)
  const token = await sessionOf(fan)
  expect(await open(token)).toEqual({ actor: fan.id, ahead: true, letIn: true })
  await owner().query('update user_access set revoked_at = app_now() where user_id = $1', [fan.id])
  expect(await open(token)).toEqual({ actor: fan.id, ahead: true, letIn: false })
})

test('FEED-08 the pass of the account that a cookie had before does not count for the account that it has now', async () => {
  const [holder, fan] = [await makePerson(), await makePerson()]
  await giveFullAccess(holder)
  const token = await sessionOf(fan)
  rememberSession(token, holder.id)
  expect(accountOfSession(token)).toBe(holder.id)
  expect(await open(token)).toEqual({ actor: fan.id, ahead: true, letIn: false })
  forgetSession(token)
})

test('an ended session lets nobody in, whoever it was', async () => {
  const holder = await makePerson()
  await giveFullAccess(holder)
  const token = await sessionOf(holder)
  expect((await open(token)).letIn).toBe(true)
  await owner().query('update sessions set ended_at = app_now() where profile_id = $1', [holder.id])
  expect(await open(token)).toEqual({ actor: undefined, ahead: false, letIn: false })
})

test('ONB-F-02 FEED-08 the pass of somebody under 18, or of a blocked account, opens nothing', async () => {
  const minor = await makePerson('fan', { birthday: '2015-05-05' })
  const blocked = await makePerson()
  for (const person of [minor, blocked]) await giveFullAccess(person)
  await owner().query('update profiles set is_blocked = true where id = $1', [blocked.id])
  for (const person of [minor, blocked])
    expect(await open(await sessionOf(person))).toEqual({ actor: person.id, ahead: true, letIn: false })
})
