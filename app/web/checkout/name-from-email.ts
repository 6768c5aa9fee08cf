import { capitalised } from '#app/platform/graphemes.ts'
/** A name to begin with, from what stands before the @: "Moses K" from moses.k92@…; empty while there is no @, or nothing in it reads as a name. */
export function nameFromEmail(email: string): string {
  const [local, domain] = email.trim().split('@')
  if (local === undefined || domain === undefined) return ''
  const words = local
    .split('+')[0]!
    .split(/[^\p{L}'’]+/u)
    .filter((word) => /\p{L}/u.test(word))
  return words.map((word) => capitalised(word.toLowerCase())).join(' ')
}
