import { skeleton, soundsLikeTeam } from './reserved-usernames.ts'

export type DisplayNameDenial = 'no_letter' | 'badge' | 'team' | 'looks_verified'

// Letters of Cyrillic and Greek that look like one of ours. The database knows the same ones (function name_skeleton).
const LIKE_OURS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['АаΑαӐӑ', 'a'],
    ['ВвΒβЬьЪъ', 'b'],
    ['СсϹϲ', 'c'],
    ['Ԁԁ', 'd'],
    ['ЕеΕεЁё', 'e'],
    ['Ԍԍ', 'g'],
    ['НнΗһҺ', 'h'],
    ['ІіΙιӀӏЇї', 'i'],
    ['ЈјϳͿ', 'j'],
    ['КкΚκ', 'k'],
    ['МмΜ', 'm'],
    ['ΝηПп', 'n'],
    ['ОоΟοσ', 'o'],
    ['РрΡρ', 'p'],
    ['Ԛԛ', 'q'],
    ['Гг', 'r'],
    ['Ѕѕ', 's'],
    ['ТтΤτ', 't'],
    ['υЦц', 'u'],
    ['νѴѵ', 'v'],
    ['Ԝԝω', 'w'],
    ['ХхΧχ', 'x'],
    ['УуΥγүҮ', 'y'],
    ['Ζζ', 'z'],
  ].flatMap(([letters, ours]) => Array.from(letters!, (letter) => [letter, ours!] as const)),
)

/** A name as a hurried reader sees it: without case, accents and spaces, with look-alikes as the letters that they resemble. */
export function nameSkeleton(name: string): string {
  return skeleton(plainLetters(name).replaceAll(' ', ''))
}

function plainLetters(name: string): string {
  const ours = Array.from(name.normalize('NFKD'), (letter) => LIKE_OURS[letter] ?? letter).join('')
  return ours
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

const BADGES = /[\u2705\u2611\u2713\u2714\u00ae\u2122\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f530}\u{1f396}\u{1f535}]/u

/** Why nobody but the team may have this name, or null. Whether it looks like a verified creator's is checked in the database. */
export function displayNameDenial(name: string, brandName = ''): Exclude<DisplayNameDenial, 'looks_verified'> | null {
  if (!/\p{L}/u.test(name)) return 'no_letter'
  if (BADGES.test(name)) return 'badge'
  return soundsLikeTeam(plainLetters(name).split(' ').filter(Boolean), brandName) ? 'team' : null
}

/** A first name in plain letters is a name and no disguise: a fan may share it with a creator. */
export function isPlainFirstName(name: string): boolean {
  return /^[a-z]+$/i.test(name)
}
