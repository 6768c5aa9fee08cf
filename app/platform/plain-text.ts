/** Without characters that nobody types and no screen shows, among them those that change the writing direction; line breaks stay. */
export function withoutControls(text: string): string {
  return text.replace(/(?!\n)\p{Cc}|[\u200b\u2028-\u202e\u2060-\u2069\ufeff]/gu, '')
}

/** A text on one line, with single spaces, as it is stored. */
export function oneLine(typed: string): string {
  return withoutControls(typed.normalize('NFC').replace(/\s+/g, ' ')).trim()
}

/** A text of several lines as it is stored: never more than one empty line after another. */
export function severalLines(typed: string): string {
  return withoutControls(typed.normalize('NFC').replaceAll('\r\n', '\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** How many characters a person would count, other than the parts of which a computer makes them. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}
