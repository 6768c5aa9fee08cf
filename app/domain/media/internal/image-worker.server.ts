import sharp, { type Sharp } from 'sharp'
import type { Cut, CutPicture, ImageAnswer, ImageRequest, TakenIn } from './image-work.ts'

/**
 * The program of the throwaway process in which strangers' pictures are decoded. It has no secrets, no database and no store: bytes
 * come in, bytes go out, and whatever breaks here breaks nothing else.
 */
const MOST_RESIDENT_BYTES = 512 * 1_048_576
const PREVIEW_EDGE = 32
const PLUM = { soft: '#5C2146', deep: '#3F1730' }

sharp.cache(false)
sharp.concurrency(1)

process.on('disconnect', () => process.exit(0))
process.on('message', (request: ImageRequest) => {
  void answer(request).then((answer) => process.send!(answer))
})
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_RESIDENT_BYTES) process.exit(9)
}, 100).unref()

async function answer(request: ImageRequest): Promise<ImageAnswer> {
  try {
    if (request.kind === 'cut') return { kind: 'cuts', cuts: await cutAll(request.bytes, request.cuts) }
    const { width, height, pages } = await sharp(request.bytes, { limitInputPixels: false, failOn: 'none' }).metadata()
    if (!width || !height) return { kind: 'damaged' }
    if (width * height * (pages ?? 1) > request.mostPixels) return { kind: 'too_many_pixels' }
    return { kind: 'taken_in', picture: await takeIn(request) }
  } catch {
    return { kind: 'damaged' }
  }
}

/** Decodes once and writes the picture anew: metadata, trailing bytes and second meanings of the file don't survive. */
async function takeIn(request: Extract<ImageRequest, { kind: 'take_in' }>): Promise<TakenIn> {
  const { data, info } = await sharp(request.bytes, {
    limitInputPixels: request.mostPixels,
    failOn: 'warning',
    sequentialRead: true,
  })
    .autoOrient()
    .resize(request.longestEdge, request.longestEdge, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 90, mozjpeg: false })
    .toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    original: data,
    preview: await preview(data),
    cuts: await cutAll(data, request.cuts),
  }
}

/** All that a person without access ever gets: 32 pixels at most, blurred, tinted plum; the page lays the veil over it. */
async function preview(original: Uint8Array): Promise<Uint8Array> {
  const small = await sharp(original)
    .resize(PREVIEW_EDGE, PREVIEW_EDGE, { fit: 'inside' })
    .blur(1.6)
    .modulate({ saturation: 1.5 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = small.info
  const veil = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><radialGradient id="v" cx=".5" cy=".45" r=".8"><stop stop-color="${PLUM.soft}" stop-opacity=".14"/><stop offset=".55" stop-color="${PLUM.soft}" stop-opacity=".2"/><stop offset="1" stop-color="${PLUM.deep}" stop-opacity=".4"/></radialGradient><rect width="${width}" height="${height}" fill="url(#v)"/></svg>`
  return sharp(small.data, { raw: { width, height, channels } })
    .composite([{ input: Buffer.from(veil) }])
    .webp({ quality: 45, effort: 6, smartSubsample: false })
    .toBuffer()
}

async function cutAll(bytes: Uint8Array, cuts: readonly Cut[]): Promise<CutPicture[]> {
  const done: CutPicture[] = []
  for (const cut of cuts) done.push(await cutOne(bytes, cut))
  return done
}

async function cutOne(bytes: Uint8Array, cut: Cut): Promise<CutPicture> {
  for (let quality = firstQuality(cut); ; quality -= 12) {
    const { data, info } = await encode(await shape(bytes, cut), cut, quality).toBuffer({ resolveWithObject: true })
    if (data.length <= cut.mostBytes || quality <= 30) {
      return { width: info.width, height: info.height, format: cut.format, bytes: data }
    }
  }
}

/** A picture of a thumb's size hides what a large one would show. */
function firstQuality(cut: Cut): number {
  if (cut.format !== 'avif') return 68
  return cut.width <= 320 ? 44 : 50
}

async function shape(bytes: Uint8Array, cut: Cut): Promise<Sharp> {
  const picture = sharp(bytes, { failOn: 'warning' })
  if (cut.aspect === null) return picture.resize({ width: cut.width, withoutEnlargement: true })
  const { width, height } = await picture.metadata()
  const cropWidth = Math.min(width, Math.round(height * cut.aspect))
  const cropHeight = Math.min(height, Math.round(width / cut.aspect))
  const crop = {
    left: Math.floor((width - cropWidth) / 2),
    top: Math.floor((height - cropHeight) / 4),
    width: cropWidth,
    height: cropHeight,
  }
  return picture.extract(crop).resize(cut.width, Math.round(cut.width / cut.aspect))
}

function encode(picture: Sharp, cut: Cut, quality: number): Sharp {
  if (cut.format === 'avif') return picture.avif({ quality, effort: 2 })
  if (cut.format === 'webp') return picture.webp({ quality, effort: 3 })
  return picture.jpeg({ quality, progressive: true, mozjpeg: true })
}
