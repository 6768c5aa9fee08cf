import { clearCookie, readCookie, setCookie } from './cookies.server.ts'

/** Whether a creator has switched to the places of fans on this device. */
export function browsesAsFan(request: Request): boolean {
  return readCookie(request, 'browse_as') === 'fan'
}

/** The cookie that keeps the switch. */
export function browseAsCookie(as: 'fan' | 'creator'): string {
  return as === 'fan' ? setCookie('browse_as', 'fan') : clearCookie('browse_as')
}
