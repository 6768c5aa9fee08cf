import { createHash } from 'node:crypto'
import sharp from 'sharp'

/**
 * A canary is the content of one stored object: it repeats the object's number, so that any part of it shows whose it is. A picture is a
 * pattern of 64 fields besides, which survives that it is encoded again, made smaller and marked for its viewer.
 */
const MAGIC = 'CnryK7w2Zp'
const DIGITS = 5
const FIELDS = 8
/** Codes of different objects differ in more than twice as many fields. */
const MAX_WRONG_FIELDS = 7
const [DARK, LIGHT] = [50, 205]

export function textOf(number: number): string {
  return `${MAGIC}${String(number).padStart(DIGITS, '0')}.`
}

export function bytesOf(number: number, size: number): Buffer {
  return Buffer.alloc(size, textOf(number))
}

export type PictureFormat = 'jpeg' | 'webp'

/** Behind its end it has the text as well: so a copy that was not encoded again is recognised whatever is done with it. */
export async function pictureOf(number: number, format: PictureFormat, width = 320, height = 320): Promise<Buffer> {
  const fields = Buffer.from(codeOf(number).map((light) => (light ? LIGHT : DARK)))
  const picture = sharp(fields, { raw: { width: FIELDS, height: FIELDS, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .toColourspace('srgb')
  const encoded = format === 'jpeg' ? picture.jpeg({ quality: 80 }) : picture.webp({ quality: 80 })
  return Buffer.concat([await encoded.toBuffer(), bytesOf(number, 64)])
}

function codeOf(number: number): boolean[] {
  const hash = createHash('sha256').update(`canary ${number}`).digest()
  return Array.from({ length: FIELDS * FIELDS }, (_, field) => ((hash[field >> 3]! >> (field & 7)) & 1) === 1)
}

type Needle = { bytes: Buffer; read: (found: Buffer) => string }

const NEEDLES: readonly Needle[] = [
  { bytes: Buffer.from(MAGIC), read: (found) => found.toString('latin1') },
  { bytes: Buffer.from(Buffer.from(MAGIC).toString('hex')), read: (found) => unhex(found) },
  { bytes: Buffer.from(Buffer.from(MAGIC).toString('hex').toUpperCase()), read: (found) => unhex(found) },
  // The same bytes have three texts in base64, by where they begin.
  ...[0, 1, 2].map((before): Needle => {
    const from = [0, 2, 3][before]!
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(MAGIC)]).toString('base64')
    return {
      bytes: Buffer.from(encoded.slice(from, Math.floor(((before + MAGIC.length) * 8) / 6))),
      read: (found) => Buffer.from('A'.repeat(from) + found.toString('latin1'), 'base64').toString('latin1', before),
    }
  }),
]

function unhex(found: Buffer): string {
  return Buffer.from(found.toString('latin1'), 'hex').toString('latin1')
}

/** The numbers of all objects of which some bytes are here: as they are, in hexadecimal or in base64. */
export function numbersIn(bytes: Buffer): Set<number> {
  const numbers = new Set<number>()
  for (const needle of NEEDLES) {
    for (let at = bytes.indexOf(needle.bytes); at >= 0; at = bytes.indexOf(needle.bytes, at + 1)) {
      const read = needle.read(bytes.subarray(at, at + needle.bytes.length + 2 * DIGITS + 4))
      const number = /^\d{5}/.exec(read.slice(MAGIC.length))?.[0]
      // Cut off within the number: whose it is can't be known, so it is nobody's to see.
      numbers.add(number === undefined ? Number.NaN : Number(number))
    }
  }
  return numbers
}

/** Reads pictures; knows the patterns of these numbers. */
export function patternReader(numbers: Iterable<number>): (picture: Buffer) => Promise<number | null> {
  const known = [...numbers].map((number) => ({ number, code: codeOf(number) }))
  return async (picture) => {
    const [across, down] = [FIELDS * 5, FIELDS * 5]
    const { data, info } = await sharp(picture)
      .greyscale()
      .resize(across, down, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const light = Array.from({ length: FIELDS * FIELDS }, (_, field) => {
      const [x, y] = [(field % FIELDS) * 5 + 2, Math.floor(field / FIELDS) * 5 + 2]
      return data[(y * across + x) * info.channels]! > (DARK + LIGHT) / 2
    })
    const near = known.find(
      ({ code }) => code.filter((value, field) => value !== light[field]).length <= MAX_WRONG_FIELDS,
    )
    return near?.number ?? null
  }
}
