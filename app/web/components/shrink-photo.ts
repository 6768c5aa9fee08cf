import { movingPictureOf } from '#app/domain/media/known-files.ts'
import { isWholeJpeg } from '#app/domain/media/whole-jpeg.ts'

const LONGEST_EDGE = 1_600
const SMALL_ENOUGH_BYTES = 400_000
/** The first one that is small enough is used, else the last. */
const QUALITIES = [0.82, 0.7, 0.58]

/** Whether it is worth the time: a photo that a browser can read, above the size that is small enough. */
export function canShrink(file: File): boolean {
  return /^image\/(?:jpeg|png|webp|avif)$/.test(file.type) && file.size > SMALL_ENOUGH_BYTES
}

/**
 * Compresses a photo on the device to save data: at most 1,600 pixels wide and high, as JPEG, without location data. Null if the browser
 * can't read it, it would not get smaller, or it shows only the half or a still of it: the server then checks the original file.
 */
export async function shrinkPhoto(file: File): Promise<Blob | null> {
  if (!canShrink(file)) return null
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (movingPictureOf(bytes) !== null || (bytes[0] === 0xff && !isWholeJpeg(bytes))) return null
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const pen = canvas.getContext('2d')
    if (!pen) return null
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    let small: Blob | null = null
    for (const quality of QUALITIES) {
      small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (small === null || small.size <= SMALL_ENOUGH_BYTES) break
    }
    return small && small.size < file.size ? small : null
  } catch {
    return null
  }
}
