import { CHIPS_ACROSS, chipField } from './internal/mark-chips.ts'
import { pngOf } from './internal/png.server.ts'

/** Of 255: an overlay of white or black so faint changes a grey of the middle by two levels. */
const ALPHA = 4

/**
 * The pattern of an invisible mark as a small picture to lay over a video (`-i pattern.png -filter_complex
 * "[1]scale=W:H:flags=bicubic[p];[0][p]overlay"`): white where it lightens, black where it darkens, one pixel a chip. `code`: its bits. A
 * frame is read with `readMarkOf` and the same seed.
 */
export function markPattern(seed: Uint8Array, code: Uint8Array, shape: { width: number; height: number }): Buffer {
  const field = chipField(seed, shape.width, shape.height)
  const rows = Math.max(1, Math.round((CHIPS_ACROSS * shape.height) / shape.width))
  const pixels = new Uint8Array(CHIPS_ACROSS * rows * 4)
  for (let chip = 0; chip < CHIPS_ACROSS * rows; chip += 1) {
    const lightens = field.signs[chip]! * (code[field.bits[chip]!] === 1 ? 1 : -1) > 0
    pixels.fill(lightens ? 255 : 0, chip * 4, chip * 4 + 3)
    pixels[chip * 4 + 3] = ALPHA
  }
  return pngOf(CHIPS_ACROSS, rows, pixels)
}
