import { data, type DataStrategyResult, type MiddlewareFunction } from 'react-router'
import type { FormAnswer } from './form-answer.ts'

const NOT_SENT = 'No connection. What you typed is still here. Try again when the network is back.'
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

let lost = false

/** Whether the last request of this page got no answer. */
export const isNetworkLost = (): boolean => lost

/** The style sheet shows the network note by this attribute. */
function setLost(value: boolean): void {
  lost = value
  document.documentElement.toggleAttribute('data-offline', value)
}

/** Called once by the page's script. */
export function watchNetwork(): void {
  addEventListener('online', () => setLost(false))
  addEventListener('offline', () => setLost(true))
}

/**
 * How the router reaches the server. What only reads is asked again until the network or a restarting server is back, for a minute; a form
 * is sent once, because it may have arrived. Throws a TypeError where no answer came, as `fetch` does.
 */
export async function fetchPatiently(request: Request): Promise<Response> {
  for (let attempt = 0; ; attempt += 1)
    try {
      const answer = await fetch(request)
      // A proxy without its server, or a server that is starting or too busy: no page of ours has answered.
      if (answer.status > 501 && answer.status < 505 && !answer.headers.has('x-remix-response'))
        throw new TypeError('No answer')
      setLost(false)
      return answer
    } catch (error) {
      const wait = WAITS_MS[attempt]
      if (request.signal.aborted) throw error
      setLost(true)
      if (request.method !== 'GET' || wait === undefined) throw error
      await pause(wait, request.signal)
      if (request.signal.aborted) throw error
    }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve())
  })
}

type Failure = (result: unknown) => string | null
let ofAutosave: ((request: Request) => Promise<Failure | null>) | null = null

/** Called by pages with autosave (`autosave-answers.ts`): for an autosave, what the page says in place of the error page. */
export function answerAutosaves(answer: typeof ofAutosave): void {
  ofAutosave = answer
}

/** A form that got no answer leaves its page as it is: the answer says so, and nothing is loaded anew. */
export const answerWithoutNetwork: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === 'GET') return next()
  const failure = await ofAutosave?.(request)
  const answered = { ...(await next()) }
  for (const routeId in answered) {
    const { type, result } = answered[routeId]!
    if (type !== 'error') continue
    // The router wraps the failure of a form once more.
    const isLost = ((result as { data?: unknown }).data ?? result) instanceof TypeError
    const message = isLost ? NOT_SENT : failure?.(result)
    // A status of 400 or more keeps the loaders from being asked.
    if (message) answered[routeId] = { type: 'data', result: data(notSent(message), 503) }
  }
  return answered
}

const notSent = (message: string): FormAnswer => ({
  ok: false,
  errors: { summary: [{ message }], fields: {} },
  values: {},
})

/** Whether a form was not answered, rather than refused. */
export const isNotSent = (answer: FormAnswer | undefined, said = NOT_SENT): boolean =>
  answer?.ok === false && answer.errors.summary[0]?.message === said
