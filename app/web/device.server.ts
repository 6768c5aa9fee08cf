import type { RouterContextProvider } from 'react-router'
import { browserOf, newBrowserToken, type Browser } from '#app/domain/identity/browser.server.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { readCookie, setCookie } from '#app/web/cookies.server.ts'

/** The id of this browser, if it has one. */
export function knownBrowser(request: Request): Browser | null {
  const token = readCookie(request, 'browser')
  return token ? browserOf(token) : null
}

/** The id of this browser, with the cookie that stores it for an hour. */
export function browserWithCookie(request: Request): { browser: Browser; cookie: string } {
  const token = readCookie(request, 'browser') ?? newBrowserToken()
  return { browser: browserOf(token), cookie: setCookie('browser', token) }
}

/** What a session records about the device it was opened on. */
export function deviceOf(context: Readonly<RouterContextProvider>) {
  const { network, userAgent } = context.get(requestFactsContext)
  return { network, userAgent, replacesSessionId: context.get(actorContext)?.sessionId ?? null }
}
