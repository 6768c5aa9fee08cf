import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RateLimits } from '#app/platform/rate-limit.ts'
import { forgetSession, rememberSession } from '#app/web/known-sessions.server.ts'
import { FrontGuard, LIMITS } from './front-guard.ts'
import { MAX_IN_HAND, type Place } from './places.ts'

let seconds: number
let waiting: number
let guard: FrontGuard

beforeEach(() => {
  seconds = 0
  waiting = 0
  guard = make()
})

function make(factor = 1): FrontGuard {
  return new FrontGuard({
    factor,
    sessionCookie: 'peach_session',
    trustProxy: 1,
    waitingForDatabase: () => waiting,
    limits: new RateLimits(() => seconds * 1_000),
  })
}

type Asked = { method?: string; url?: string; from?: string; token?: string; length?: number }

function request({ method = 'GET', url = '/auth', from = '41.210.1.7', token, length }: Asked): IncomingMessage {
  return Object.assign(new EventEmitter(), {
    method,
    url,
    socket: { remoteAddress: '127.0.0.1' },
    headers: {
      'x-forwarded-for': from,
      ...(token && { cookie: `peach_session=${token}` }),
      ...(length !== undefined && { 'content-length': String(length) }),
    },
  }) as unknown as IncomingMessage
}

/** How many of so many requests are admitted, each one answered before the next. */
function passing(count: number, asked: (index: number) => Asked, by = guard): number {
  let taken = 0
  for (let index = 0; index < count; index += 1) {
    const answer = by.admit(request(asked(index)))
    if (!('leave' in answer)) continue
    taken += 1
    answer.leave()
  }
  return taken
}

describe('rate limits', () => {
  test('visitors of one network share its limit, and another network has its own', () => {
    const most = LIMITS.page.visitors.burst
    expect(passing(most + 50, (index) => ({ from: `41.210.1.${index % 250}` }))).toBe(most)
    expect(passing(10, () => ({ from: '41.210.2.1' }))).toBe(10)
    expect(guard.admit(request({}))).toMatchObject({ status: 429, retrySeconds: 1 })
    seconds += 2
    expect(passing(100, () => ({}))).toBe(2 * LIMITS.page.visitors.perSecond)
  })

  test('people who are signed in are counted by account, and are served while visitors of the same network are not', () => {
    rememberSession('token-a', 'account-a')
    passing(2_000, () => ({}))
    expect(passing(50, () => ({ token: 'token-a' }))).toBe(50)
  })

  test('an account has one limit over all its sessions, and each session a smaller one', () => {
    for (const name of ['one', 'two']) rememberSession(`token-${name}`, 'account-b')
    expect(passing(1_000, () => ({ token: 'token-one' }))).toBe(LIMITS.page.session.burst)
    expect(passing(1_000, () => ({ token: 'token-two' }))).toBe(LIMITS.page.account.burst - LIMITS.page.session.burst)
  })

  test('a session that was never looked up, or has ended, counts as a visitor', () => {
    const most = LIMITS.page.visitors.burst
    expect(passing(most + 100, (index) => ({ token: `made-up-${index}` }))).toBe(most)
    rememberSession('token-c', 'account-c')
    expect(passing(1, () => ({ token: 'token-c' }))).toBe(1)
    forgetSession('token-c')
    expect(passing(1, () => ({ token: 'token-c' }))).toBe(0)
  })

  test('pages, media, writes and large forms are counted separately, and dots in the path do not change the kind', () => {
    passing(2_000, () => ({}))
    expect(passing(5, () => ({ url: '/media/x/w320.webp' }))).toBe(5)
    expect(passing(5, () => ({ url: '/media/../auth' }))).toBe(0)
    const form = { method: 'POST', url: '/auth' }
    expect(passing(100, () => ({ ...form, length: 2_000_000 }))).toBe(LIMITS.heavy.visitors.burst)
    expect(passing(20, () => ({ ...form, length: 100 }))).toBe(20)
    passing(1_000, () => ({ ...form, length: 100 }))
    expect(passing(5, () => ({ ...form, url: '/webhooks/../auth' }))).toBe(0)
    expect(passing(5, () => ({ ...form, url: '/webhooks/flutterwave' }))).toBe(5)
  })

  test('the operator’s factor multiplies the limits', () => {
    const most = LIMITS.page.visitors.burst
    expect(passing(most * 4, () => ({}), make(2))).toBe(most * 2)
  })
})

describe('requests in hand', () => {
  const visitor = (index: number) => request({ from: `10.${Math.floor(index / 250)}.${index % 250}.1` })
  const take = (count: number, asked: (index: number) => IncomingMessage) =>
    Array.from({ length: count }, (_, index) => guard.admit(asked(index)))
  const isPlace = (answer: ReturnType<FrontGuard['admit']>): answer is Place => 'leave' in answer

  const isWaiting = (answer: ReturnType<FrontGuard['admit']>) => answer instanceof Promise

  test('requests beyond the places of the process wait, and requests beyond the queue are asked to come back later', async () => {
    const answers = take(MAX_IN_HAND + 1_024 + 10, visitor)
    expect(answers.filter(isPlace)).toHaveLength(MAX_IN_HAND)
    expect(answers.filter(isWaiting)).toHaveLength(1_024)
    expect(answers.at(-1)).toMatchObject({ status: 503, retrySeconds: 2 })
    const first = answers.find(isPlace)!
    first.leave()
    first.leave()
    await answers[MAX_IN_HAND]
    expect(guard.inHand).toBe(MAX_IN_HAND)
  })

  test('full queues leave space for everybody else, and are served alternately with the other queues', async () => {
    const crowd = (count: number) => take(count, (index) => request({ from: `10.9.${index % 32}.1` }))
    const answers = crowd(32 * 72)
    expect(answers.filter(isPlace)).toHaveLength(MAX_IN_HAND)
    const newcomer = guard.admit(request({ from: '41.99.1.1' }))
    expect(isWaiting(newcomer)).toBe(true)
    let served = false
    void Promise.resolve(newcomer).then(() => (served = true))
    for (const place of answers.filter(isPlace).slice(0, 33)) place.leave()
    await newcomer
    expect(served).toBe(true)
  })

  test('one network or one account has eight places and a queue, and is asked to come back later beyond those', async () => {
    rememberSession('token-d', 'account-d')
    for (const own of [() => request({}), () => request({ token: 'token-d' })]) {
      const answers = take(100, own)
      expect(answers.filter(isPlace)).toHaveLength(8)
      expect(answers.filter((answer) => answer instanceof Promise)).toHaveLength(64)
      expect(answers.at(-1)).toMatchObject({ status: 503, retrySeconds: 2 })
      expect(isPlace(guard.admit(visitor(1)))).toBe(true)
    }
  })

  test('waiting requests are served in order of arrival as earlier ones are answered', async () => {
    const answers = take(10, () => request({}))
    const served: number[] = []
    for (const index of [8, 9]) void Promise.resolve(answers[index]).then(() => served.push(index))
    const [first, second] = answers.filter(isPlace)
    await Promise.resolve()
    expect([guard.inHand, served]).toEqual([8, []])
    first!.leave()
    await answers[8]
    expect([guard.inHand, served]).toEqual([8, [8]])
    second!.leave()
    await answers[9]
    expect([guard.inHand, served]).toEqual([8, [8, 9]])
    for (const place of answers.slice(2, 8)) if (isPlace(place)) place.leave()
    for (const waited of [8, 9]) (await (answers[waited] as Promise<Place>)).leave()
    expect(guard.inHand).toBe(0)
    expect(isPlace(guard.admit(request({})))).toBe(true)
  })

  const slow = (from: string, length = 100) => request({ method: 'POST', url: '/auth', length, from })

  test('a body that is still being received takes no place from requests that have arrived', () => {
    const senders = Array.from({ length: 300 }, (_, index) => slow(`10.1.${index % 250}.1`))
    expect(senders.map((one) => guard.admit(one)).filter(isPlace)).toHaveLength(300)
    expect(isPlace(guard.admit(visitor(1)))).toBe(true)
    for (const one of senders) one.emit('end')
    expect(isWaiting(guard.admit(visitor(2)))).toBe(true)
  })

  describe('from slow senders', () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => vi.useRealTimers())

    test('those of one network hold each of its places for at most half a second', async () => {
      const held = take(50, () => slow('41.210.1.7'))
      const page = guard.admit(request({}))
      expect(isWaiting(page)).toBe(true)
      for (let step = 0; step < 7; step += 1) await vi.advanceTimersByTimeAsync(500)
      expect(isPlace(await page)).toBe(true)
      expect(isPlace(guard.admit(request({ from: '41.210.1.9' })))).toBe(true)
      for (const place of await Promise.all(held.map((one) => Promise.resolve(one))))
        if ('leave' in place) place.leave()
      ;((await page) as Place).leave()
      expect(guard.inHand).toBe(1)
    })

    test('one network can send eight large forms at once besides the eight that have a place', async () => {
      const forms = take(20, () => slow('41.210.1.7', 2_000_000))
      await vi.advanceTimersByTimeAsync(5_000)
      expect(guard.inHand).toBe(16)
      expect(forms.filter(isPlace)).toHaveLength(8)
    })

    test('a request whose body has arrived is handled, and counts in its queue again', async () => {
      const sender = slow('41.210.1.7')
      const place = guard.admit(sender)
      await vi.advanceTimersByTimeAsync(500)
      expect(take(8, () => request({})).filter(isPlace)).toHaveLength(8)
      sender.emit('end')
      const next = guard.admit(request({}))
      expect([isWaiting(next), guard.inHand]).toEqual([true, 9])
      ;(place as Place).leave()
      expect(guard.inHand).toBe(8)
    })
  })

  test('a page that connects waits for no place, however many requests are in hand, and its limits count', () => {
    const upgrade = (from: string) => {
      const asked = request({ url: '/live/', from })
      Object.assign(asked.headers, { connection: 'Upgrade', upgrade: 'websocket' })
      return asked
    }
    const all = take(MAX_IN_HAND + 1, (index) => request({ from: `41.${index % 250}.1.${index >> 8}` }))
    expect(isWaiting(all.at(-1)!)).toBe(true)
    expect(isPlace(guard.admit(upgrade('41.99.1.1')))).toBe(true)
    expect(guard.inHand).toBe(MAX_IN_HAND)
    const { burst } = LIMITS.live.visitors
    const more = take(burst, () => upgrade('41.99.1.1'))
    expect(more.filter(isPlace)).toHaveLength(burst - 1)
    expect(more.at(-1)).toMatchObject({ status: 429 })
  })

  test('no more requests are admitted while hundreds of statements wait for a connection', () => {
    waiting = 257
    expect(guard.admit(request({}))).toMatchObject({ status: 503 })
    waiting = 10
    expect(isPlace(guard.admit(request({})))).toBe(true)
  })
})
