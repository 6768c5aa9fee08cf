import { withBoundedGraphemes } from './graphemes.ts'

/**
 * Without characters that nobody types and no screen shows, among them those that change the writing direction; line breaks stay, and what
 * joins and colours emoji.
 */
export function withoutControls(text: string): string {
  return text.replace(
    /(?!\n)\p{Cc}|(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}|[\p{Cs}\u2028\u2029\u2800]/gu,
    '',
  )
}

/** A text on one line, with single spaces, as it is stored. */
export function oneLine(typed: string): string {
  // What stood between two spaces, or between a letter and its mark, may be gone: so both are joined last.
  return shown(
    withoutControls(typed.replaceAll('\ufeff', '').replace(/\s+/g, ' ')).normalize('NFC').replace(/ +/g, ' '),
  )
}

/** A text of several lines as it is stored: never more than one empty line after another. */
export function severalLines(typed: string): string {
  return shown(
    withoutControls(typed.replaceAll('\r\n', '\n'))
      .normalize('NFC')
      .replace(/\n{3,}/g, '\n\n'),
  )
}

/** A text with something to see, or none. */
function shown(text: string): string {
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text) ? withBoundedGraphemes(text).trim() : ''
}

/** A text while it is typed, as a draft keeps it: what the database refuses goes, everything else stays. */
export function asTyped(text: string): string {
  return withBoundedGraphemes(text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, ''))
}

/** The first line of a text, for a list. */
export function firstLine(text: string): string {
  return (text.trimStart().split('\n', 1)[0] ?? '').trim()
}

/** A sentence with its full stop, where the name at its end ("Brian O.") has not brought one. */
export function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
