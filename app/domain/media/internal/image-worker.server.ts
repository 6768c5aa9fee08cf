import sharp, { type Sharp } from 'sharp'
import { FINGERPRINT_PARTS, fingerprintOf } from './fingerprint.ts'
import { FrameReader, writeFrame } from './image-frames.ts'
import { settleScans } from './jpeg-scans.ts'
import type { Cut, CutPicture, ImageAnswer, ImageRequest, ProcessedPicture } from './image-work.ts'
import { chipField } from './mark-chips.ts'
import { drawChips } from './mark-draw.ts'
import type { Grey } from './mark-place.ts'
import { readMark } from './mark-read.ts'
import { composeText, drawText, type Overlay } from './mark-text.ts'

/**
 * The program of the isolated process in which uploaded pictures are decoded (image-decoder.server.ts): no secrets, no network, no store.
 * It reads and writes bytes, and its crash affects nothing else. It needs only sharp and, for PDFs, pdfium.
 */
const MAX_REQUEST_BYTES = 64_000_000
const PREVIEW_EDGE = 32
const PLUM = { soft: [0x5c, 0x21, 0x46], deep: [0x3f, 0x17, 0x30] } as const

sharp.cache(false)
sharp.concurrency(1)
// Only accepted upload formats are ever read, whatever format a file claims.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

const reader = new FrameReader(MAX_REQUEST_BYTES)
let work: Promise<void> = Promise.resolve()
process.stdin.on('data', (piece: Buffer) => {
  for (const { head, blobs } of reader.push(piece)) work = work.then(() => serve(head as Asked, blobs))
})
process.stdin.on('end', () => process.exit(0))

/** A request without its bytes; `ready` asks whether the decoder works at all. */
type Asked = WithoutBytes<ImageRequest> | { kind: 'ready' }
type WithoutBytes<Request> = Request extends ImageRequest ? Omit<Request, 'bytes' | 'original'> : never

async function serve(asked: Asked, [bytes, original]: Uint8Array[]): Promise<void> {
  const [head, blobs] =
    asked.kind === 'ready' ? [await ready(), []] : framed(await answer({ ...asked, bytes, original } as ImageRequest))
  for (const piece of writeFrame(head, blobs)) process.stdout.write(piece)
}

async function ready(): Promise<object> {
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer()
  return { kind: 'ready' }
}

function framed(answer: ImageAnswer): [object, Uint8Array[]] {
  if (answer.kind === 'cuts') return [{ kind: 'cuts', cuts: answer.cuts.map(sizeOf) }, bytesOf(answer.cuts)]
  if (answer.kind === 'marked') return [{ kind: 'marked', ...sizeOf(answer.picture) }, [answer.picture.bytes]]
  if (answer.kind === 'fingerprints') return [{ kind: 'fingerprints' }, answer.fingerprints]
  if (answer.kind !== 'taken_in') return [answer, []]
  const { width, height, original, preview, cuts } = answer.picture
  return [{ kind: 'taken_in', width, height, cuts: cuts.map(sizeOf) }, [original, preview, ...bytesOf(cuts)]]
}

const sizeOf = ({ width, height }: CutPicture) => ({ width, height })
const bytesOf = (cuts: readonly CutPicture[]) => cuts.map((cut) => cut.bytes)

async function answer(request: ImageRequest): Promise<ImageAnswer> {
  try {
    switch (request.kind) {
      case 'cut':
        return { kind: 'cuts', cuts: await cutAll(request.bytes, request.cuts) }
      case 'mark':
        return { kind: 'marked', picture: await mark(request) }
      case 'fingerprint': {
        const grey = await greyOf(request.bytes, request.mirrored)
        return { kind: 'fingerprints', fingerprints: FINGERPRINT_PARTS.map((part) => fingerprintOf(grey, part)) }
      }
      case 'read_mark':
        return await read(request)
      case 'take_in':
        return await takeIn(request)
      case 'take_in_pdf':
        return { kind: 'taken_in', picture: await processPdf(request) }
      default:
        return { kind: 'damaged' }
    }
  } catch {
    return { kind: 'damaged' }
  }
}

async function takeIn(request: TakeIn): Promise<ImageAnswer> {
  const { width, height, pages } = await sharp(request.bytes, { limitInputPixels: false, failOn: 'none' }).metadata()
  if (!width || !height) return { kind: 'damaged' }
  if (width * height * (pages ?? 1) > request.maxPixels) return { kind: 'too_many_pixels' }
  return { kind: 'taken_in', picture: await takeInWhole({ ...request, bytes: settledJpeg(request.bytes) }) }
}

const settledJpeg = (bytes: Uint8Array) => (bytes[0] === 0xff && bytes[1] === 0xd8 ? settleScans(bytes) : bytes)

/**
 * A picture that ends too early is refused, at whatever part of it the decoder says so. Everything else that it only warns of is what
 * browsers show as well: filling between the parts, an odd colour mark, an unusual order of scans.
 */
async function takeInWhole(request: TakeIn): Promise<ProcessedPicture> {
  try {
    return await processPicture(request, 'warning')
  } catch (error) {
    if (/premature end/i.test(String(error))) throw error
    return processPicture(request, 'truncated')
  }
}

type TakeIn = Extract<ImageRequest, { kind: 'take_in' }>

/** Decodes once and encodes the picture anew: metadata, trailing bytes and a second format in the same file are dropped. */
async function processPicture(request: TakeIn, failOn: 'warning' | 'truncated'): Promise<ProcessedPicture> {
  const { data, info } = await sharp(request.bytes, {
    limitInputPixels: request.maxPixels,
    failOn,
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

/** The first page, drawn on white. PDFium is compiled to WebAssembly: a hostile file meets its walls before those of this process. */
async function processPdf(request: Extract<ImageRequest, { kind: 'take_in_pdf' }>): Promise<ProcessedPicture> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(request.bytes)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = request.longestEdge / Math.max(originalWidth, originalHeight, 1)
  const width = Math.max(1, Math.min(request.longestEdge, Math.round(originalWidth * scale)))
  const height = Math.max(1, Math.min(request.longestEdge, Math.round(originalHeight * scale)))
  const drawn = await page.render({ width, height, render: 'bitmap' })
  const { data, info } = await sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 90, mozjpeg: false })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, original: data, preview: await preview(data), cuts: [] }
}

/** All that a person without access ever gets: 32 pixels at most, blurred, tinted plum; the page adds an overlay. */
async function preview(original: Uint8Array): Promise<Uint8Array> {
  const small = await sharp(original)
    .resize(PREVIEW_EDGE, PREVIEW_EDGE, { fit: 'inside' })
    .blur(1.6)
    .modulate({ saturation: 1.5 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = small.info
  const veil = { input: veilOf(width, height), raw: { width, height, channels: 4 as const } }
  return sharp(small.data, { raw: { width, height, channels } })
    .composite([veil])
    .webp({ quality: 45, effort: 6, smartSubsample: false })
    .toBuffer()
}

/** A plum gradient that gets denser from just above the middle to the corners. */
function veilOf(width: number, height: number): Buffer {
  const veil = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const away = Math.hypot((x + 0.5) / width - 0.5, (y + 0.5) / height - 0.45) / 0.8
      const outer = Math.min(1, Math.max(0, (away - 0.55) / 0.45))
      const alpha = away < 0.55 ? 0.14 + (away / 0.55) * 0.06 : 0.2 + outer * 0.2
      const colour = PLUM.soft.map((soft, channel) => Math.round(soft + (PLUM.deep[channel]! - soft) * outer))
      veil.set([...colour, Math.round(alpha * 255)], (y * width + x) * 4)
    }
  }
  return veil
}

async function cutAll(bytes: Uint8Array, cuts: readonly Cut[]): Promise<CutPicture[]> {
  const done: CutPicture[] = []
  for (const cut of cuts) done.push(await cutOne(bytes, cut))
  return done
}

async function cutOne(bytes: Uint8Array, cut: Cut): Promise<CutPicture> {
  for (let quality = firstQuality(cut); ; quality -= 12) {
    const { data, info } = await encode(await shape(bytes, cut), cut, quality).toBuffer({ resolveWithObject: true })
    if (data.length <= cut.maxBytes || quality <= 30) {
      return { width: info.width, height: info.height, format: cut.format, bytes: data }
    }
  }
}

/** A thumbnail hides details that a large picture would show. */
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

/** Both marks in one pass over the pixels. The quality is above that of the sizes, so that encoding once more loses little. */
async function mark(request: Extract<ImageRequest, { kind: 'mark' }>): Promise<CutPicture> {
  const { data, info } = await sharp(request.bytes, { failOn: 'warning' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const pixels = { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) }
  drawText(pixels, overlayOf(request.text, width, height))
  drawChips(pixels, chipField(Uint8Array.from(request.seed), width, height), Uint8Array.from(request.code))
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  const bytes = await (
    request.format === 'webp' ? picture.webp({ quality: 75, effort: 2 }) : picture.jpeg({ quality: 82, mozjpeg: false })
  ).toBuffer()
  return { width, height, format: request.format, bytes }
}

/** The text of a viewer is drawn once for each size of picture: a page shows many of the same. */
const MAX_OVERLAYS = 8
const MAX_OVERLAY_PIXELS = 2_000_000
const overlays = new Map<string, Overlay>()

function overlayOf(text: string, width: number, height: number): Overlay {
  const key = `${width} ${height} ${text}`
  const overlay = overlays.get(key) ?? composeText(text, width, height)
  overlays.delete(key)
  if (width * height <= MAX_OVERLAY_PIXELS) overlays.set(key, overlay)
  if (overlays.size > MAX_OVERLAYS) overlays.delete(overlays.keys().next().value!)
  return overlay
}

const READ_WIDTH = 960

async function read(request: Extract<ImageRequest, { kind: 'read_mark' }>): Promise<ImageAnswer> {
  const [copy, original] = [await greyOf(request.bytes, request.mirrored), await greyOf(request.original, false)]
  const field = chipField(Uint8Array.from(request.seed), original.width, original.height)
  const reading = readMark(copy, original, field)
  return { kind: 'mark_read', likeness: reading?.likeness ?? 0, leanings: reading?.leanings ?? null }
}

async function greyOf(bytes: Uint8Array, mirrored: boolean): Promise<Grey> {
  const { data, info } = await sharp(bytes, { failOn: 'error' })
    .resize(READ_WIDTH, READ_WIDTH * 2, { fit: 'inside', withoutEnlargement: true })
    .flop(mirrored)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { width, height, data: Float32Array.from({ length: width * height }, (_, at) => data[at * channels]!) }
}
