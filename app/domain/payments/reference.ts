/**
 * Creates the reference of one attempt: prefix, kind, plan or post, time, 128 random bits. It appears in addresses, so it must be
 * impossible to guess, and it is unique for ever.
 */
export function mintReference(kind: string, what: string, at: Date): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `peach_${kind}_${what}_${at.getTime()}_${random}`
}

/** The short form for people: "PCH-7F2A-0931". It identifies a payment to support and gives no access. */
export function shortReference(reference: string): string {
  const tail = reference.slice(-8).toUpperCase()
  return `PCH-${tail.slice(0, 4)}-${tail.slice(4)}`
}

const SHORT = /^PCH-?([0-9a-f]{4})-?([0-9a-f]{4})$/i

/** The end of the whole reference that a short one names, in capitals; null where a text is none. */
export function tailOfShortReference(text: string): string | null {
  const parts = SHORT.exec(text.trim())
  return parts && `${parts[1]}${parts[2]}`.toUpperCase()
}
