import { exactText } from '#app/platform/exact-text.ts'

const LONGEST = 254
// Plain ASCII addresses alone: look-alike letters of other scripts would let one mailbox pose as another.
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/** The one form of an address that is stored and compared, or null where it is no address. */
export function normaliseEmail(text: string): string | null {
  const email = exactText(text).toLowerCase()
  if (email.length > LONGEST || !ADDRESS.test(email)) return null
  const local = email.slice(0, email.indexOf('@'))
  return local.startsWith('.') || local.endsWith('.') || local.includes('..') ? null : email
}

/** Enough of an address for its owner to recognise it and for nobody else to use it: `b…n@m…l.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.indexOf('.')
  return `${maskWord(email.slice(0, at))}@${maskWord(domain.slice(0, dot))}${domain.slice(dot)}`
}

function maskWord(word: string): string {
  return word.length <= 2 ? `${word.slice(0, 1)}…` : `${word.slice(0, 1)}…${word.slice(-1)}`
}
