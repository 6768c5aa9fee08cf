import { beforeAll, expect, test } from 'vitest'
import type { Notice } from '#app/domain/events/event.ts'
import { EVENTS, type NotifyingEvent } from '#app/domain/events/registry.ts'
import type { Target } from '#app/domain/events/target.ts'
import { labelsOf, PRODUCT_KINDS } from '#app/domain/products/registry.ts'
import { addressOf } from '#app/target-address.ts'
import { to } from '#app/links.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { startSourceApp } from './authorization/source-app.ts'
import { makeWorld, type Role, type World } from './authorization/world.ts'
import { useDatabase } from './support/database.ts'

const { owner } = useDatabase()
let world: World
let app: Awaited<ReturnType<typeof startSourceApp>>

beforeAll(async () => {
  world = await makeWorld(owner())
  app = await startSourceApp()
}, 120_000)

async function locationOf(path: string, role: Role): Promise<string | null> {
  const session = await world.session(role)
  const cookie = ['peach_adult=1', ...(session ? [`peach_session=${session}`] : [])].join('; ')
  return (await app(path, { redirect: 'manual', headers: { cookie } })).headers.get('location')
}

const ID = '01a1fd58-30de-78d4-9c11-a983b34a4580'
const FACTS = { creatorId: ID, restMinor: '0' } as never
const bought = PRODUCT_KINDS.flatMap((kind) => [
  labelsOf(kind).foundAt(FACTS, {}),
  labelsOf(kind).foundAt(FACTS, { creator: ID }),
])
/** What a link is made of, in each form that leads to another page. */
const PAYLOADS = [
  ...bought.map((opens) => ({
    opens,
    receiptOf: ID,
    purchaseId: ID,
    postId: ID,
    requestId: ID,
    releaseId: ID,
    threadId: ID,
    username: 'amina_k',
    kind: 'hidden',
  })),
  {
    opens: bought[0],
    receiptOf: null,
    purchaseId: ID,
    postId: ID,
    requestId: ID,
    releaseId: ID,
    threadId: ID,
    username: 'amina_k',
    kind: 'two_days',
  },
] as unknown[]

const linked = (Object.keys(EVENTS) as NotifyingEvent[]).flatMap((event): [string, Target][] => {
  const { notice, staff } = EVENTS[event] as { notice?: Notice<unknown>; staff?: { opens: Target['kind'] } }
  return [
    ...(notice ? PAYLOADS.map((payload): [string, Target] => [event, notice.link.to(payload)]) : []),
    ...(staff
      ? [{ kind: staff.opens }, { kind: staff.opens, id: ID }].map((at): [string, Target] => [event, at as Target])
      : []),
  ]
})
const addresses = new Map(
  [...linked, ['every mail that can be switched off', { kind: 'notification_choices' }] as [string, Target]]
    // These pages are open to everybody, each as far as its viewer may see it.
    .filter(([, { kind }]) => !['creator', 'post_page', 'acceptable_use'].includes(kind))
    .map(([event, target]) => [addressOf(target), event]),
)

test('the registry leads to many pages, of fans, creators and staff', () => {
  expect(linked.length).toBeGreaterThan(100)
  expect([...addresses.keys()]).toEqual(
    expect.arrayContaining(['/dashboard', `/receipts/${ID}`, `/admin/earnings/refunds/${ID}`, `/gal/${ID}`]),
  )
})

test.each([...addresses])(
  'AUTH-06 signed out, the link %s (%s) leads to a sign-in that leads back',
  async (address) => {
    const [signIn, role]: [string, Role] = address.startsWith('/admin')
      ? [to.staffSignIn, 'owner']
      : [to.signIn, 'creator']
    expect(await locationOf(address, 'visitor')).toBe(withReturnTo(signIn, address))
    expect(await locationOf(withReturnTo(signIn, address), role)).toBe(address)
  },
)
