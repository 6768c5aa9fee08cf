/** The part of a picture that a frame of this shape shows at this position (0 to 100 along the side that is cut). */
export function cropArea(
  picture: { width: number; height: number },
  aspect: number,
  at: { x: number; y: number },
): { x: number; y: number; width: number; height: number } {
  const wide = picture.width / picture.height > aspect
  const width = wide ? Math.round(picture.height * aspect) : picture.width
  const height = wide ? picture.height : Math.round(picture.width / aspect)
  return {
    x: Math.round(((picture.width - width) * at.x) / 100),
    y: Math.round(((picture.height - height) * at.y) / 100),
    width,
    height,
  }
}

/** Cuts a photo in the browser. Null where the browser can't read it. */
export async function cropPhoto(file: File, aspect: number, at: { x: number; y: number }): Promise<File | null> {
  try {
    const picture = await createImageBitmap(file)
    const area = cropArea(picture, aspect, at)
    const canvas = document.createElement('canvas')
    canvas.width = area.width
    canvas.height = area.height
    const pen = canvas.getContext('2d')
    if (!pen) return null
    pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, area.width, area.height)
    picture.close()
    const cut = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
    return cut && new File([cut], file.name, { type: 'image/jpeg', lastModified: file.lastModified })
  } catch {
    return null
  }
}
