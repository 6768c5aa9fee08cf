import { exactText } from '#app/platform/exact-text.ts'
import { normaliseEmail } from '#app/domain/identity/email.ts'
import { tailOfShortReference } from '#app/domain/payments/reference.ts'
import { readPayoutNumber } from '#app/domain/payouts/payout.ts'

/** What a clerk typed, as what it can be: a reference, an address, or the beginning of a name. */
export type Search =
  | { kind: 'payment'; tail: string }
  | { kind: 'payout'; number: bigint }
  | { kind: 'email'; email: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'words'; words: string }

const MAX_LENGTH = 200
// No control character, which PostgreSQL or a page could not show.
const PLAIN = /^[^\p{Cc}]+$/u

/** Null where nothing can be found by it. `toE164`: the phone number in a text, or null. */
export function readSearch(typed: string, toE164: (text: string) => string | null): Search | null {
  const text = exactText(typed)
  if (text === '' || text.length > MAX_LENGTH || !PLAIN.test(text)) return null
  const tail = tailOfShortReference(text)
  if (tail !== null) return { kind: 'payment', tail }
  const number = readPayoutNumber(text)
  if (number !== null) return { kind: 'payout', number }
  const email = text.includes('@') && !text.startsWith('@') ? normaliseEmail(text) : null
  if (email) return { kind: 'email', email }
  const phone = /^[+\d][\d\s().-]{6,}$/.test(text) ? toE164(text) : null
  if (phone) return { kind: 'phone', phone }
  const words = text.replace(/^@/, '')
  return words === '' ? null : { kind: 'words', words }
}

/** A text as the beginning of a LIKE pattern: what is typed never matches more than itself. */
export function startOf(words: string): string {
  return `${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}
