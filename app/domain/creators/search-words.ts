import { countGraphemes } from '#app/platform/graphemes.ts'
import { MAX_QUERY_LETTERS } from './search.ts'

/** A query has at most so many words; the others are not looked up. */
const MAX_WORDS = 4
/** What a word is told apart by. */
const MAX_WORD_LETTERS = 24
/** Typing errors are looked for among the first letters of a word, which keeps the number of its variants small. */
const VARIANT_LETTERS = 7

/** Letters that Unicode does not take apart into a letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', đ: 'd', ł: 'l', ı: 'i', æ: 'ae', œ: 'oe', ŋ: 'ng' }

/**
 * The words of a text as they are compared: without accents, case, apostrophes and invisible signs, and split where letters and digits meet.
 */
export function foldWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}'’‘ʼ`]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøđłıæœŋ]/g, (letter) => PLAIN[letter]!)
  const words = plain.match(/\p{L}+|\p{N}+/gu) ?? []
  return words.map((word) => firstLetters(word, MAX_WORD_LETTERS))
}

/** The words that a query is looked up by, each once; none where nothing of it can be looked up. */
export function queryWords(query: string): string[] {
  if (countGraphemes(query) > MAX_QUERY_LETTERS) return []
  return [...new Set(foldWords(query))].slice(0, MAX_WORDS)
}

export type FoundBy = {
  displayName: string
  username: string
  formerUsernames: readonly string[]
  city: string | null
  tags: readonly string[]
}

/** Every word by which a creator is found. Names are also found written as one word: "aminak" for "Amina K". */
export function wordsOfCreator({ displayName, username, formerUsernames, city, tags }: FoundBy): string[] {
  const words = new Set<string>()
  for (const name of [displayName, username, ...formerUsernames]) {
    const parts = foldWords(name)
    for (const part of parts) words.add(part)
    const letters = parts.filter((part) => !/\p{N}/u.test(part))
    if (letters.length > 1) words.add(firstLetters(letters.join(''), MAX_WORD_LETTERS))
  }
  for (const text of [city ?? '', ...tags]) for (const word of foldWords(text)) words.add(word)
  return [...words]
}

/** How many typing errors a word may have: none in a number or in two letters, one up to five letters, then two. */
export function allowedErrors(word: string): 0 | 1 | 2 {
  const { length } = Array.from(word)
  if (length < 3 || /\p{N}/u.test(word)) return 0
  return length < 6 ? 1 : 2
}

/**
 * The beginning of a word without up to as many letters as it may have errors. Two words that differ by no more errors share at least one of
 * these, so that a look-up of equal texts finds them (the method of SymSpell).
 */
export function variantsOf(word: string): string[] {
  const errors = allowedErrors(word)
  if (errors === 0) return []
  let shorter = new Set([firstLetters(word, VARIANT_LETTERS)])
  const all = new Set(shorter)
  for (let dropped = 0; dropped < errors; dropped += 1) {
    shorter = new Set([...shorter].flatMap(withoutOne))
    for (const variant of shorter) all.add(variant)
  }
  return [...all]
}

function withoutOne(word: string): string[] {
  const letters = Array.from(word)
  return letters.map((_, index) => letters.toSpliced(index, 1).join(''))
}

/** How many letters have to be added, dropped, replaced or swapped with their neighbour to make one word the other. */
export function errorsBetween(one: string, other: string): number {
  const a = Array.from(one)
  const b = Array.from(other)
  let beforeLast: number[] = []
  let last = b.map((_, index) => index)
  last.push(b.length)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let errors = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) errors = Math.min(errors, beforeLast[j - 2]! + 1)
      row.push(errors)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}

function firstLetters(word: string, count: number): string {
  return word.length <= count ? word : Array.from(word).slice(0, count).join('')
}
