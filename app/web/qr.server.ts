import { encode } from 'uqr'

export type QrCode = { size: number; path: string }

/** A QR code as one SVG path of unit squares, with the empty border that scanners need. */
export function qrOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('')
  return { size, path }
}
