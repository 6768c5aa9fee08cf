import { randomToken } from '#app/platform/secrets.server.ts'
import { readCookie, setCookie } from './cookies.server.ts'

/** The secret of the browser that starts payments, with the cookie that keeps it. Scripts never see it. */
export function starterOf(request: Request): { token: string; cookie: string } {
  const token = knownStarter(request) ?? randomToken()
  return { token, cookie: setCookie('starter', token) }
}

export function knownStarter(request: Request): string | null {
  const token = readCookie(request, 'starter')
  return token !== null && /^[A-Za-z0-9_-]{40,64}$/.test(token) ? token : null
}
