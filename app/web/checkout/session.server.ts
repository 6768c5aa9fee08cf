import { randomToken } from '#app/platform/secrets.server.ts'
import { readCookie, setCookie } from '#app/web/cookies.server.ts'

/** The secret of the browser that starts payments, with the cookie that stores it. Scripts never see it. */
export function checkoutSessionOf(request: Request): { token: string; cookie: string } {
  const token = knownCheckoutSession(request) ?? randomToken()
  return { token, cookie: setCookie('checkout', token) }
}

export function knownCheckoutSession(request: Request): string | null {
  const token = readCookie(request, 'checkout')
  return token !== null && /^[A-Za-z0-9_-]{40,64}$/.test(token) ? token : null
}
