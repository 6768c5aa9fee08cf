/**
 * The push services of the browsers that we support: Chrome and Android, Firefox, Edge, Safari. A browser names its own, but its owner may
 * send us any text, so everything else is refused.
 */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
] as const

const MAX_LENGTH = 1_000

/** Whether alerts may be sent to an address: https, the usual port, and one of these hosts or a host below it. */
export function isPushAddress(address: string, hosts: readonly string[]): boolean {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return false
  const { protocol, port, username, password, hostname, hash } = new URL(address)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '' || hash !== '') return false
  // A number is no name, whatever the list says: it would never be looked up, and so never checked.
  if (/^[\d.]+$|:/.test(hostname)) return false
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}
