import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NOT_SAVED } from './autosave-answers.ts'
import { answerWithoutNetwork, fetchPatiently, isNetworkLost, isNotSent } from './network.ts'

let browserWindow: EventTarget
beforeEach(() => {
  browserWindow = new EventTarget()
  vi.stubGlobal('addEventListener', browserWindow.addEventListener.bind(browserWindow))
  vi.stubGlobal('document', { documentElement: { toggleAttribute: vi.fn() } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const lostTimes = (times: number, answer = new Response('ok')) => {
  const fetched = vi.fn(() =>
    fetched.mock.calls.length <= times ? Promise.reject(new TypeError('lost')) : Promise.resolve(answer),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const page = (init?: RequestInit) => new Request('https://peach.test/page.data', init)

describe('a request of the page', () => {
  test('what only reads is asked for again until an answer comes', async () => {
    vi.useFakeTimers()
    const fetched = lostTimes(3)
    const answer = fetchPatiently(page())
    await vi.advanceTimersByTimeAsync(500)
    expect([fetched.mock.calls.length, isNetworkLost()]).toEqual([1, true])
    await vi.advanceTimersByTimeAsync(7_000)
    expect(await (await answer).text()).toBe('ok')
    expect([fetched.mock.calls.length, isNetworkLost()]).toEqual([4, false])
  })

  test('it is asked for at once when the network is back', async () => {
    vi.useFakeTimers()
    const fetched = lostTimes(1)
    const answer = fetchPatiently(page())
    await vi.advanceTimersByTimeAsync(10)
    browserWindow.dispatchEvent(new Event('online'))
    expect(await (await answer).text()).toBe('ok')
    expect(fetched.mock.calls.length).toBe(2)
  })

  test('after a minute without an answer it fails as fetch does', async () => {
    vi.useFakeTimers()
    const fetched = lostTimes(100)
    const failed = fetchPatiently(page()).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await failed).toBeInstanceOf(TypeError)
    expect(fetched.mock.calls.length).toBe(7)
  })

  test('a form is sent once', async () => {
    const fetched = lostTimes(1)
    await expect(fetchPatiently(page({ method: 'POST', body: 'amount=1' }))).rejects.toThrow(TypeError)
    expect(fetched.mock.calls.length).toBe(1)
  })

  test('a proxy without a server behind it and a server that is starting count as no answer, a refusal of a page is one', async () => {
    for (const status of [502, 503, 504]) {
      lostTimes(0, new Response('', { status }))
      await expect(fetchPatiently(page({ method: 'POST', body: '' }))).rejects.toThrow(TypeError)
    }
    lostTimes(0, new Response('', { status: 503, headers: { 'x-remix-response': 'yes' } }))
    expect((await fetchPatiently(page({ method: 'POST', body: '' }))).status).toBe(503)
    lostTimes(0, new Response('', { status: 500 }))
    expect((await fetchPatiently(page({ method: 'POST', body: '' }))).status).toBe(500)
  })

  test('a page that was left stops asking', async () => {
    vi.useFakeTimers()
    const fetched = lostTimes(100)
    const left = new AbortController()
    const failed = fetchPatiently(page({ signal: left.signal })).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10)
    left.abort()
    expect(await failed).toBeInstanceOf(TypeError)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetched.mock.calls.length).toBe(1)
  })
})

describe('a form that got no answer', () => {
  type Args = Parameters<typeof answerWithoutNetwork>
  const answerTo = (method: string, result: unknown) =>
    answerWithoutNetwork({ request: page({ method }) } as Args[0], () =>
      Promise.resolve({ page: { type: 'error', result } }),
    ) as Promise<Record<string, { type: string; result: { data: never; init: { status: number } } }>>

  test('is answered by the page itself, with a status that reloads nothing', async () => {
    const { page: answered } = await answerTo('POST', { data: new TypeError('lost') })
    expect([answered!.type, answered!.result.init.status]).toEqual(['data', 503])
    expect(isNotSent(answered!.result.data)).toBe(true)
  })

  test('failures of the server and of reading stay failures', async () => {
    const broken = new Error('Unexpected Server Error')
    expect((await answerTo('POST', broken)).page).toEqual({ type: 'error', result: broken })
    const lost = new TypeError('lost')
    expect((await answerTo('GET', lost)).page).toEqual({ type: 'error', result: lost })
  })

  describe('an autosave', () => {
    const saving = (intent: string, result: unknown) =>
      answerWithoutNetwork(
        { request: page({ method: 'POST', body: new URLSearchParams({ intent, caption: 'Sunset' }) }) } as Args[0],
        () => Promise.resolve({ page: { type: 'error', result } }),
      ) as Promise<Record<string, { type: string; result: { data: never; init: { status: number } } }>>
    const refused = (status: number) => ({ status, statusText: '', internal: true, data: 'no' })

    test.each([
      ['too many requests', refused(429)],
      ['a failure of the server', refused(500)],
      ['an answer that no page of ours gave', new SyntaxError('Unable to decode')],
    ])('DASH-02 answered by %s stays on its page and says so', async (_, result) => {
      const { page: answered } = await saving('save', result)
      expect([answered!.type, answered!.result.init.status]).toEqual(['data', 503])
      expect(isNotSent(answered!.result.data, NOT_SAVED)).toBe(true)
    })

    test('a refusal for good and a form that is sent by a person stay what they were', async () => {
      expect((await saving('save', refused(403))).page!.type).toBe('error')
      expect((await saving('submit', refused(500))).page!.type).toBe('error')
    })
  })
})
