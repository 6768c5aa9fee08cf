/**
 * Whether a JPEG reaches its end: every part is there up to the marker that ends the picture. What is behind it (a second picture, the film
 * of a motion photo) doesn't count. A decoder shows a file that was cut as half a photo over grey, without an error.
 */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  return scanJpeg(bytes).whole
}

/**
 * The same picture with what some cameras write wrongly put right, so that a warning of the decoder means a real fault. Samsung's write 0
 * as the last coefficient of a scan; of a picture that isn't progressive it can only be 63, and decoders ignore it.
 */
export function settleScans(bytes: Uint8Array): Uint8Array {
  const { progressive, scans } = scanJpeg(bytes)
  if (progressive || scans.length === 0) return bytes
  const settled = Uint8Array.from(bytes)
  for (const at of scans) settled.set([0, 63, 0], at)
  return settled
}

/** `scans`: where each scan says which coefficients it has, three bytes. */
function scanJpeg(bytes: Uint8Array): { whole: boolean; progressive: boolean; scans: number[] } {
  const found = { whole: false, progressive: false, scans: [] as number[] }
  let inScan = false
  for (let at = 2; at < bytes.length - 1;) {
    if (bytes[at] !== 0xff) {
      at += 1
      continue
    }
    const marker = bytes[at + 1]!
    // Filling, a byte of the picture that looks like a marker, or the places at which a decoder can begin again.
    if (marker === 0xff) at += 1
    else if (marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else if (marker === 0xd9) return { ...found, whole: true }
    // Inside of a scan nothing else stands: from here on it is something other than this picture.
    else if (inScan && (marker < 0xc0 || marker === 0xd8)) return found
    else {
      const length = at + 3 < bytes.length ? bytes[at + 2]! * 256 + bytes[at + 3]! : 0
      if (length < 2) return found
      if (marker === 0xc2 || marker === 0xca) found.progressive = true
      inScan = marker === 0xda
      at += 2 + length
      if (inScan && at <= bytes.length) found.scans.push(at - 3)
    }
  }
  return found
}
