// Text by the characters that a person sees: an emoji, a flag or a letter with its accents is one, however many code points it is stored as.

// Of these, each code unit is a character of its own; nearly every text is made of them alone.
const SINGLE = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e]*$/

// Older WebViews have no Segmenter: code points are at least never cut. What people keep is cut on the server.
const segmenter =
  typeof Intl === 'object' && 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null

function* graphemesOf(text: string): Generator<string> {
  if (!segmenter || SINGLE.test(text)) yield* text
  else for (const { segment } of segmenter.segment(text)) yield segment
}

/** How many characters a person counts. */
export function countGraphemes(text: string): number {
  if (SINGLE.test(text)) return text.length
  let count = 0
  for (const _ of graphemesOf(text)) count += 1
  return count
}

/** The first `most` characters. */
export function cutGraphemes(text: string, most: number): string {
  if (text.length <= most) return text
  let cut = ''
  let left = most
  for (const grapheme of graphemesOf(text)) {
    if (left-- <= 0) break
    cut += grapheme
  }
  return cut
}

/** A text of at most `most` characters; the last is an ellipsis where something was left out. */
export function shorten(text: string, most: number): string {
  return cutGraphemes(text, most) === text ? text : `${cutGraphemes(text, most - 1).trimEnd()}…`
}

/** The first character, as a capital letter where it has one; empty for an empty text. */
export function initialOf(text: string): string {
  return cutGraphemes(text, 1).toUpperCase()
}

/** The text beginning with a capital letter. */
export function capitalised(text: string): string {
  const first = cutGraphemes(text, 1)
  return first.toUpperCase() + text.slice(first.length)
}

/** For `refine` of a schema; its own `max` counts an emoji as several characters. */
export const atMost = (most: number) => (text: string) => countGraphemes(text) <= most
export const atLeast = (least: number) => (text: string) => countGraphemes(text) >= least

/** Code points of the longest emoji in use, a family with skin colours. The checks in the database allow so many for each character. */
export const LONGEST_GRAPHEME = 12

/** Without the endless accents or joined emoji by which one character could cover a page or outgrow its column. */
export function withBoundedGraphemes(text: string): string {
  if (SINGLE.test(text)) return text
  const calm = text.replace(/([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3})\p{M}+/gu, '$1')
  return Array.from(graphemesOf(calm), (grapheme) => {
    if (grapheme.length <= LONGEST_GRAPHEME) return grapheme
    return Array.from(grapheme)
      .slice(0, LONGEST_GRAPHEME)
      .join('')
      .replace(/\u200d$/, '')
  }).join('')
}
