import type { RouterContextProvider } from 'react-router'
import { browserOf, newBrowserToken, type Browser } from '#app/domain/identity/browser.server.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { readCookie, setCookie } from '#app/web/cookies.server.ts'

/** The browser that asks, if it has asked before. */
export function knownBrowser(request: Request): Browser | null {
  const token = readCookie(request, 'browser')
  return token ? browserOf(token) : null
}

/** The browser that asks, with the cookie that keeps it known for the next hour. */
export function browserWithCookie(request: Request): { browser: Browser; cookie: string } {
  const token = readCookie(request, 'browser') ?? newBrowserToken()
  return { browser: browserOf(token), cookie: setCookie('browser', token) }
}

/** What a session remembers of where it was opened. */
export function deviceOf(context: Readonly<RouterContextProvider>) {
  const { network, userAgent } = context.get(requestFactsContext)
  return { network, userAgent, replacesSessionId: context.get(actorContext)?.sessionId ?? null }
}
