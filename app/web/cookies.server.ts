import { config } from '#app/platform/config.server.ts'

/** Cookies of the product. `__Host-` pins a cookie to this host and to https, wherever the public address is https. */
export type CookieName =
  | 'session'
  | 'adult'
  | 'flash'
  | 'browser'
  | 'checkout'
  | 'device'
  | 'staff_step'
  | 'staff_device'
  | 'staff_setup'
  | 'browse_as'
  | 'quick_hide'
  | 'quick_hide_now'
  | 'kept_form'

const AGES: Record<CookieName, number | null> = {
  session: 30 * 86_400,
  adult: 365 * 86_400,
  flash: 60,
  // Ties a mailed code to the browser that asked for it, and a started payment to the browser that pays.
  browser: 3_600,
  checkout: 30 * 86_400,
  // Each account stores the hash of the browsers it signs in with, to detect a payer and a creator who are the same person.
  device: 365 * 86_400,
  // The sign-in between password and second factor; and the mark of a known browser, which strangers cannot lock out.
  staff_step: 600,
  staff_device: 180 * 86_400,
  // The set-up of a new staff member, in the browser that used the invite.
  staff_setup: 86_400,
  // A creator sees the places of fans on this device.
  browse_as: 365 * 86_400,
  // Quick hide is on for this device; and: every page is covered until the person opens it again.
  quick_hide: 365 * 86_400,
  quick_hide_now: 86_400,
  // Opens the form that this browser sent before its person proved their identity.
  kept_form: 1_800,
}

export function cookieName(name: CookieName): string {
  return `${config().baseUrl.startsWith('https:') ? '__Host-' : ''}peach_${name}`
}

export function readCookie(request: Request, name: CookieName): string | null {
  return cookieValue(request.headers.get('cookie') ?? '', cookieName(name))
}

/** The value of a cookie, by its whole name, in a Cookie header; the first one counts. */
export function cookieValue(header: string, wanted: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === wanted) return decodeURIComponentSafely(part.slice(at + 1).trim())
  }
  return null
}

/** The Set-Cookie line that stores a value. */
export function setCookie(name: CookieName, value: string): string {
  return line(name, encodeURIComponent(value), AGES[name])
}

/** The line of a session's new cookie; none where the session keeps its own. */
export function renewedCookie(token: string | null): string[] {
  return token === null ? [] : [setCookie('session', token)]
}

export function clearCookie(name: CookieName): string {
  return line(name, '', 0)
}

function line(name: CookieName, value: string, maxAge: number | null): string {
  const secure = config().baseUrl.startsWith('https:') ? '; Secure' : ''
  const age = maxAge === null ? '' : `; Max-Age=${maxAge}`
  return `${cookieName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}

function decodeURIComponentSafely(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
