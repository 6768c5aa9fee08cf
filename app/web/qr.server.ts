import { encode } from 'uqr'

export type QrCode = { size: number; path: string }

/** A QR code as one SVG path of rectangles, with the empty border that scanners need. */
export function qrOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) =>
    // Dark squares side by side are one rectangle.
    [
      ...row
        .map((dark) => (dark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { size, path: path.join('') }
}
