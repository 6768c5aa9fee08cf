import sharp from 'sharp'

export interface RasterFormat {
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
  /** JPEG by default: an original as a phone would send it. PNG where edges must stay exact. */
  readonly format?: 'jpeg' | 'png'
}

/**
 * Turns an artwork into an image file of exactly the requested size. The drawing is scaled
 * before it is painted, so it stays sharp; another aspect ratio crops to the middle.
 * Throws when the text is not an SVG.
 */
export async function rasterise(svg: string, { width, height, format = 'jpeg' }: RasterFormat): Promise<Buffer> {
  const sized = svg.replace(/ width="[\d.]+" height="[\d.]+"/, ` width="${width}" height="${height}"`)
  const image = sharp(Buffer.from(sized)).resize(width, height).flatten({ background: '#FFFFFF' })
  if (format === 'png') return image.png({ compressionLevel: 6 }).toBuffer()
  return image.jpeg({ quality: 90 }).toBuffer()
}
