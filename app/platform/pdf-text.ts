// Widths of Helvetica from the space to the tilde, in thousandths of the size, as the format's own tables give them.
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
]
const BOLD_WIDER = 1.06
const OTHERS: Record<string, string> = {
  '\u2019': '\u0092',
  '\u2018': '\u0091',
  '\u201c': '\u0093',
  '\u201d': '\u0094',
  '\u2022': '\u0095',
  '\u2013': '\u0096',
  '\u2014': '\u0097',
  '\u2026': '\u0085',
  '\u20ac': '\u0080',
  // The alphabet has no minus of its own.
  '\u2212': '-',
  '\u202f': ' ',
}

/**
 * A letter in the one-byte alphabet of the format, as the letter of Latin-1 with the same number; a question mark where there is none.
 */
export function charOf(char: string): string {
  const other = OTHERS[char]
  if (other !== undefined) return other
  const code = char.codePointAt(0)!
  if (code >= 0x20 && code <= 0x7e) return char
  return code >= 0xa0 && code <= 0xff ? char : '?'
}

/** The width of a text, in points: exact for digits and nearly so for letters in bold. */
export function widthOf(text: string, size: number, bold = false): number {
  let thousandths = 0
  for (const char of text) {
    const code = charOf(char).codePointAt(0)!
    const width = code === 0xa0 ? WIDTHS[0]! : (WIDTHS[code - 0x20] ?? 556)
    const digit = code >= 0x30 && code <= 0x39
    thousandths += bold && !digit ? width * BOLD_WIDER : width
  }
  return (thousandths * size) / 1_000
}

/** A text cut to a width, with three dots where it is too long. */
export function fitText(text: string, width: number, size: number, bold = false): string {
  if (widthOf(text, size, bold) <= width) return text
  let short = text
  while (short !== '' && widthOf(`${short}...`, size, bold) > width) short = short.slice(0, -1)
  return `${short.trimEnd()}...`
}
