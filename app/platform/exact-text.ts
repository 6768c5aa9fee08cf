/**
 * Typed or pasted text where an exact form is expected: numbers, codes, addresses, amounts, dates. Contacts and chats add marks that nobody
 * sees, other hyphens and spaces, and phones write digits of other scripts; here they are gone, or the plain ones.
 */
export function exactText(typed: string): string {
  return (
    typed
      .normalize('NFKC')
      .replace(/(?![\t-\r])\p{Cc}|[\p{Cf}\p{Cs}\p{Variation_Selector}\u034f\u115f\u1160\u17b4\u17b5\u3164]/gu, '')
      .replace(/\s+/g, ' ')
      .replace(/[\p{Pd}\u2212\u2043]/gu, '-')
      // Every script has its ten digits in a row.
      .replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOf(digit)))
      .trim()
  )
}

/** The digits of a text alone. */
export function digitsOf(typed: string): string {
  return exactText(typed).replace(/\D/g, '')
}

/** A code as it is compared: without the spaces and hyphens between its groups. */
export function codeOf(typed: string): string {
  return exactText(typed).replace(/[ -]/g, '')
}

/** An amount as it is read: without spaces between its groups, and with ASCII digits. */
export function amountOf(typed: string): string {
  return exactText(typed).replaceAll(' ', '')
}

function valueOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}
