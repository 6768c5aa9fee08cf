import { data, type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import type { FormAnswer } from './form-answer.ts'

const NOT_SENT = 'No connection. What you typed is still here. Try again when the network is back.'
const NOT_SAVED = 'Not saved yet. What you typed is still here, and we try again.'
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

/**
 * A form that got no answer leaves its page as it is: the answer says so, and nothing is loaded anew. So does an autosave that the server
 * could not take now, because it is broken or asked too often.
 */
export const answerWithoutNetwork: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const saves = await isAutosave(request)
  const results = await next()
  if (request.method === 'GET') return results
  const answered = { ...results }
  for (const routeId in results) {
    const problem = problemOf(results[routeId]!, saves)
    // A status of 400 or more keeps the loaders from being asked.
    if (problem) answered[routeId] = { type: 'data', result: data(notSent(problem), 503) }
  }
  return answered
}

/** Autosaves carry no files, so only short forms are read. */
async function isAutosave(request: Request): Promise<boolean> {
  const type = request.headers.get('content-type') ?? ''
  if (request.method === 'GET' || !type.startsWith('application/x-www-form-urlencoded')) return false
  return (await request.clone().formData()).get('intent') === 'save'
}

/** What the page says in place of the error page; null where a failure stays one. */
function problemOf({ type, result }: DataStrategyResult, saves: boolean): string | null {
  if (type !== 'error') return null
  const { data: inner } = result as { data?: unknown }
  // The router wraps the failure of a form once more.
  if ((inner ?? result) instanceof TypeError) return NOT_SENT
  return saves && passes(isRouteErrorResponse(result) ? result.status : 500) ? NOT_SAVED : null
}

/** Whether a status may be another one in a minute: 4xx says no for good, except for too many requests. */
const passes = (status: number): boolean => status >= 500 || status === 429

const notSent = (message: string): FormAnswer => ({
  ok: false,
  errors: { summary: [{ message }], fields: {} },
  values: {},
})

/** Whether a form was not answered, or an autosave could not be taken, rather than refused. */
export const isNotSent = (answer: FormAnswer | undefined): boolean =>
  answer?.ok === false && [NOT_SENT, NOT_SAVED].includes(answer.errors.summary[0]?.message ?? '')
