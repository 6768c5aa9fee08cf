import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { currentVersion, EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { startSourceApp } from './authorization/source-app.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { usePaymentFixture } from './support/payments.ts'
import { fillWallet } from './support/spending.ts'

/**
 * Every link that carries what somebody came for, paid in every way, ends where its promise was: by the product's own routes, from the plans
 * over the payment and the page after it to the page on which the buyer stands at last.
 */
const fixture = usePaymentFixture({ max: 6 })
let app: Awaited<ReturnType<typeof startSourceApp>>
let creator: Person
const posts: Record<string, string> = {}
let price = 0n

const AUDIENCES = {
  public: ['public', 'published'],
  subscribers: ['subscribers', 'published'],
  priced: ['pay_to_unlock', 'published'],
  deleted: ['subscribers', 'deleted'],
} as const
type Post = keyof typeof AUDIENCES

beforeAll(async () => {
  app = await startSourceApp({ pages: true })
  creator = await fixture.person({ userType: 'creator', displayName: 'Amina K' })
  await fixture
    .owner()
    .query(`insert into creators (profile_id, verification_status, approved_at) values ($1, 'approved', app_now())`, [
      creator.id,
    ])
  await fixture.owner().query(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     values ($1, $2, 'grant', $1, app_now(), app_now() + interval '90 days')`,
    [newId(), creator.id],
  )
  for (const [name, [audience, state]] of Object.entries(AUDIENCES)) {
    posts[name] = newId()
    await fixture.owner().query(
      `insert into posts (id, creator_id, kind, audience, price_minor, caption, state, published_at)
       values ($1, $2, 'text', $3, $4, 'A post', $5, app_now() - interval '1 hour')`,
      [posts[name], creator.id, audience, audience === 'pay_to_unlock' ? 2_500_000 : null, state],
    )
  }
  const row = await fixture.one<{ price: bigint }>(
    'select subscription_price_minor as price from creators where profile_id = $1',
    [creator.id],
  )
  price = row.price
}, 120_000)

beforeEach(async () => {
  await fixture.owner().query('delete from rate_limit_hits')
})

/** A browser that keeps its cookies and follows redirects. */
function aVisit(session: string | null) {
  const jar = new Map([['peach_adult', '1'], ...(session === null ? [] : [['peach_session', session] as const])])
  async function send(path: string, form?: Record<string, string>) {
    const answer = await app(path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: 'http://localhost:3000',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form && new URLSearchParams(form).toString(),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      if (/Max-Age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  /** Where somebody ends who opens an address: the last path, with its status. */
  async function end(path: string): Promise<string> {
    let at = path
    for (let hops = 0; hops < 8; hops += 1) {
      const answer = await send(at)
      if (answer.location === null) return `${answer.status} ${at}`
      at = answer.location.replace('http://localhost:3000', '')
    }
    return `no end at ${at}`
  }
  return { send, end, jar }
}
type Visit = ReturnType<typeof aVisit>

async function signIn(accountId: string): Promise<string> {
  const token = randomToken()
  await fixture.owner().query(
    `insert into sessions (id, token_hash, profile_id, expires_at, mfa_at, kind)
     values ($1, $2, $3, app_now() + interval '1 hour', app_now(), 'member')`,
    [newId(), keyedHash('token', token), accountId],
  )
  for (const document of EVERYBODY_AGREES)
    await fixture.owner().query(
      `insert into consents (id, profile_id, document, version, occasion) values ($1, $2, $3, $4, 'sign_up')
       on conflict do nothing`,
      [newId(), accountId, document, currentVersion(document).version],
    )
  return token
}

const payment = (email: string, shown: bigint) => ({
  name: 'A Fan',
  email,
  method: 'mobile_money',
  phone: '0772 123 456',
  network: '',
  attempt: randomToken(),
  shown: shown.toString(),
})

/** Pays what was just started, and returns where the page after the payment leads: its button, or the form of the code. */
async function approve(visit: Visit, email: string): Promise<string> {
  const { txRef } = await fixture.one<{ txRef: string }>(
    `select t.flutterwave_tx_ref as "txRef" from transactions t join purchases p on p.id = t.purchase_id
     where p.buyer_email = $1 order by t.created_at desc limit 1`,
    [email],
  )
  await fixture.pay(txRef, 'approve')
  await fixture.settled()
  const { text, status } = await visit.send(`/payment-callback?tx_ref=${txRef}&status=successful`)
  expect(status).toBe(200)
  const [, code] = /action="\/auth\/code\?returnTo=([^"]+)"/.exec(text) ?? []
  const [, next] = /http-equiv="refresh" content="\d+;url=([^"]+)"/i.exec(text) ?? []
  const found = code === undefined ? next : decodeURIComponent(code)
  expect(found, text.replaceAll(/<[^>]*>/g, ' ').slice(0, 600)).toBeDefined()
  return found!.replaceAll('&amp;', '&')
}

/** The account that a visitor's payment made: its code is typed, and then its birthday. */
async function completesProfile(email: string, returnTo: string): Promise<{ visit: Visit; at: string }> {
  const { id } = await fixture.one<{ id: string }>('select id from profiles where email = $1', [email])
  const visit = aVisit(await signIn(id))
  const done = await visit.send(withReturnTo('/profile-setup', returnTo), {
    display_name: 'New Fan',
    username: '',
    whatsapp_number: '',
    bio: '',
    'birthday-day': '1',
    'birthday-month': '1',
    'birthday-year': '1995',
  })
  expect(done.status).toBe(303)
  return { visit, at: done.location! }
}

type Case = { intent: string | null; post?: Post; end: string }
const C = '{creator}'
/** What the links on a creator's page carry, and the page on which somebody with access to her stands at last. */
const CASES: Case[] = [
  { intent: null, end: C },
  { intent: 'follow', end: C },
  { intent: 'chat', end: '/chat/{id}' },
  // Calls and bookings are not there yet: her page says what is.
  { intent: 'call', end: '/gal/{id}' },
  { intent: 'book', end: '/gal/{id}' },
  { intent: 'tip', end: '/tip/{id}' },
  { intent: 'tip', post: 'public', end: '/tip/{id}?post={post}' },
  { intent: 'tip', post: 'deleted', end: '/tip/{id}' },
  { intent: 'request', end: '/requests/new?creator={id}' },
  { intent: 'unlock', post: 'public', end: '/posts/{post}#unlocked-{post}' },
  { intent: 'unlock', post: 'subscribers', end: '/posts/{post}#unlocked-{post}' },
  { intent: 'unlock', post: 'priced', end: '/posts/{post}/unlock' },
  { intent: 'unlock', post: 'deleted', end: '/gal/{id}' },
]

const queryOf = ({ intent, post }: Case) =>
  [intent && `&intent=${intent}`, post && `&post=${posts[post]}`].filter(Boolean).join('')
const plansOf = (one: Case) => `/subscribe?from=profile&creator=${creator.username}${queryOf(one)}`
const endOf = ({ end, post }: Case, own: string) =>
  `200 ${end
    .replace(C, own)
    .replaceAll('{id}', creator.id)
    .replaceAll('{post}', post ? posts[post]! : '')}`

const named = CASES.map((one) => [`${one.intent ?? 'nothing'} ${one.post ?? ''}`.trim(), one] as const)

/** A fan without access: one who has just come, or whose pass has ended. */
async function aFan(kind: 'new' | 'expired'): Promise<Person> {
  const fan = await fixture.person()
  if (kind === 'expired')
    await fixture
      .owner()
      .query(
        `insert into user_access (id, user_id, reason, expires_at) values ($1, $2, 'test', app_now() - interval '1 day')`,
        [newId(), fan.id],
      )
  return fan
}

describe('a pass, bought at the payment page', () => {
  const PAY = '&currency=UGX&pay=monthly'

  test.each(named)('SUB-01 a visitor who came for %s stands there after code and birthday', async (_, one) => {
    const email = `${newId()}@fans.example`
    const visitor = aVisit(null)
    const started = await visitor.send(plansOf(one) + PAY, payment(email, 18_000_000n))
    expect(started.status).toBe(303)
    const { visit, at } = await completesProfile(email, await approve(visitor, email))
    expect(await visit.end(at)).toBe(endOf(one, `/${creator.username}`))
  })

  test.each([
    ...named.map(([name, one]) => ['new', name, one] as const),
    ...named.filter(([, { post }]) => post).map(([name, one]) => ['expired', name, one] as const),
  ])('SUB-01 a signed-in fan (%s) who came for %s stands there', async (kind, _, one) => {
    const fan = await aFan(kind)
    const visit = aVisit(await signIn(fan.id))
    await visit.send(plansOf(one) + PAY, payment(fan.email, 18_000_000n))
    expect(await visit.end(await approve(visit, fan.email))).toBe(endOf(one, `/${creator.username}`))
  })

  test('SUB-01 a creator who was hidden meanwhile is said to be, and no page is missing', async () => {
    for (const intent of ['chat', 'tip', 'unlock', 'request', 'call']) {
      const fan = await aFan('new')
      const visit = aVisit(await signIn(fan.id))
      await visit.send(plansOf({ intent, post: 'priced', end: '' }) + PAY, payment(fan.email, 18_000_000n))
      const next = await approve(visit, fan.email)
      await fixture.owner().query(`update profiles set is_blocked = true where id = $1`, [creator.id])
      try {
        expect([intent, await visit.end(next)]).toEqual([intent, '200 /public-feed'])
      } finally {
        await fixture.owner().query(`update profiles set is_blocked = false where id = $1`, [creator.id])
      }
    }
  })
})

describe('30 days of the creator alone', () => {
  test.each((['gateway', 'wallet'] as const).flatMap((from) => named.map(([name, one]) => [from, name, one] as const)))(
    'CREATORSUB-01 a fan who came for %s by %s stands there, and follows the creator',
    async (from, _, one) => {
      const fan = await aFan('new')
      const visit = aVisit(await signIn(fan.id))
      const chosen = await visit.send(`${plansOf(one)}&pay=creator:${creator.id}`)
      expect(chosen.location).toMatch(new RegExp(`^/creators/${creator.id}/subscribe`))
      const page = chosen.location!
      const by = `${page}${page.includes('?') ? '&' : '?'}pay=${from === 'wallet' ? 'wallet' : 'direct'}`
      let next: string
      if (from === 'wallet') {
        await fillWallet(fan, Number(price / 100n))
        next = (await visit.send(by, { attempt: randomToken(), shown: price.toString() })).location!
      } else {
        await visit.send(by, payment(fan.email, price))
        next = await approve(visit, fan.email)
      }
      expect(await visit.end(next)).toBe(endOf(one, `/gal/${creator.id}`))
      expect(
        await fixture.one('select count(*)::int as n from follows where fan_id = $1 and creator_id = $2', [
          fan.id,
          creator.id,
        ]),
      ).toEqual({ n: 1 })
    },
  )

  test('CREATORSUB-01 a top-up on the way leads on to the days, and these to the post', async () => {
    const fan = await aFan('new')
    const visit = aVisit(await signIn(fan.id))
    const one: Case = { intent: 'unlock', post: 'subscribers', end: '' }
    const topUp = `/wallet/top-up?amount=${price / 100n}&from=access&creator=${creator.id}${queryOf(one)}`
    await visit.send(topUp, { ...payment(fan.email, price), amount: String(price / 100n) })
    const offer = (await visit.end(await approve(visit, fan.email))).replace('200 ', '')
    expect(offer).toContain(`/creators/${creator.id}/subscribe?`)
    const bought = await visit.send(`${offer}&pay=wallet`, { attempt: randomToken(), shown: price.toString() })
    expect(await visit.end(bought.location!)).toBe(`200 /posts/${posts.subscribers}#unlocked-${posts.subscribers}`)
  })

  test('CREATORSUB-01 who has stopped following her is not made to follow by the next 30 days', async () => {
    const fan = await aFan('new')
    const visit = aVisit(await signIn(fan.id))
    await fillWallet(fan, Number((2n * price) / 100n))
    const page = `/creators/${creator.id}/subscribe`
    const follows = () => fixture.one('select count(*)::int as n from follows where fan_id = $1', [fan.id])
    await visit.send(`${page}?pay=wallet`, { attempt: randomToken(), shown: price.toString() })
    expect(await follows()).toEqual({ n: 1 })
    await fixture.owner().query('delete from follows where fan_id = $1', [fan.id])
    await visit.send(`${page}?pay=wallet&renew=1`, { attempt: randomToken(), shown: price.toString() })
    expect(await follows()).toEqual({ n: 0 })
  })
})

describe('with access already', () => {
  const RIGHTS = {
    pass: (fan: Person) => fixture.grantPass(fan.id),
    subscriber: async (fan: Person) => {
      await fillWallet(fan, Number(price / 100n))
      const visit = aVisit(await signIn(fan.id))
      await visit.send(`/creators/${creator.id}/subscribe?pay=wallet`, {
        attempt: randomToken(),
        shown: price.toString(),
      })
    },
  }

  test.each(named)('SUB-02 a pass holder whose link was for %s is led there, not to the feed', async (_, one) => {
    const fan = await fixture.person()
    await RIGHTS.pass(fan)
    expect(await aVisit(await signIn(fan.id)).end(plansOf(one))).toBe(endOf(one, `/${creator.username}`))
  })

  test.each(named)('CREATORSUB-01 a subscriber whose link was for %s is led there', async (_, one) => {
    const fan = await fixture.person()
    await RIGHTS.subscriber(fan)
    const visit = aVisit(await signIn(fan.id))
    expect(await visit.end(`${plansOf(one)}&pay=creator:${creator.id}`)).toBe(endOf(one, `/gal/${creator.id}`))
  })

  test.each(
    (['pass', 'subscriber'] as const).flatMap((right) =>
      (['wallet', 'gateway'] as const).flatMap((from) =>
        (['unlock', 'tip'] as const).map((what) => [right, from, what] as const),
      ),
    ),
  )('POST-05 with a %s, paid by %s, the way of the %s of a post ends at that post', async (right, from, what) => {
    const fan = await fixture.person()
    await RIGHTS[right](fan)
    const visit = aVisit(await signIn(fan.id))
    const post = posts.priced!
    const sum = what === 'unlock' ? 2_500_000n : 1_000_000n
    await fillWallet(fan, 25_000)
    const page = what === 'unlock' ? `/posts/${post}/unlock?` : `/tip/${creator.id}?post=${post}&`
    let next: string
    if (from === 'wallet') {
      const form: Record<string, string> =
        what === 'unlock' ? {} : { amount: '10000', way: 'wallet', named: 'on', message: '', other: '' }
      const path = what === 'unlock' ? `${page}pay=wallet` : page
      next = (await visit.send(path, { attempt: randomToken(), shown: sum.toString(), ...form })).location!
    } else {
      await visit.send(`${page}pay=direct${what === 'tip' ? '&amount=10000' : ''}`, payment(fan.email, sum))
      next = await approve(visit, fan.email)
    }
    expect((await visit.end(next)).split('#')[0]).toBe(`200 /posts/${post}`)
  })
})

test('POST-05 the unlock page of a post that has no price leads to the post, whoever opens it', async () => {
  const holder = await fixture.person()
  await fixture.grantPass(holder.id)
  const fan = await fixture.person()
  for (const name of ['public', 'subscribers'] as const)
    for (const person of [null, fan, holder]) {
      const visit = aVisit(person && (await signIn(person.id)))
      expect((await visit.end(`/posts/${posts[name]}/unlock`)).split('#')[0]).toBe(`200 /posts/${posts[name]}`)
    }
})
