import { withBoundedGraphemes } from './graphemes.ts'

/** Without characters that nobody types and no screen shows, among them those that change the writing direction; line breaks stay. */
export function withoutControls(text: string): string {
  return text.replace(/(?!\n)\p{Cc}|[\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, '')
}

/** A text on one line, with single spaces, as it is stored. */
export function oneLine(typed: string): string {
  return withBoundedGraphemes(withoutControls(typed.normalize('NFC').replace(/\s+/g, ' '))).trim()
}

/** A text of several lines as it is stored: never more than one empty line after another. */
export function severalLines(typed: string): string {
  return withBoundedGraphemes(withoutControls(typed.normalize('NFC').replaceAll('\r\n', '\n')))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A text while it is typed, as a draft keeps it: what the database refuses goes, everything else stays. */
export function asTyped(text: string): string {
  return withBoundedGraphemes(text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, ''))
}

/** The first line of a text, for a list. */
export function firstLine(text: string): string {
  return (text.trimStart().split('\n', 1)[0] ?? '').trim()
}
