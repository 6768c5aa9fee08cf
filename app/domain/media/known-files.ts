/** What a file is by its first bytes, whether or not we can use it: for the message to a person who chose it. */
export type KnownFile = {
  /** As in "This is …". */
  called: string
  kind: 'photo' | 'moving' | 'video' | 'sound' | 'other'
}

const MOV_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
const PICTURE_BRANDS = /^(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis|crx |jp2 |jpx |jxl )$/
const SOUND_BRANDS = /^(?:M4A |M4B |M4P |F4A |F4B )$/

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
const begins = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/** A file of boxes (MP4, MOV, M4A, 3GP), with a brand or, as old cameras write it, without. Null for pictures and everything else. */
export function boxedFileOf(bytes: Uint8Array): 'video' | 'sound' | null {
  const box = ascii(bytes, 4, 8)
  if (box !== 'ftyp') return MOV_BOXES.has(box) ? 'video' : null
  const brand = ascii(bytes, 8, 12)
  if (!/^[\x20-\x7e]{4}$/.test(brand) || PICTURE_BRANDS.test(brand)) return null
  return SOUND_BRANDS.test(brand) ? 'sound' : 'video'
}

/** The name of a moving picture, which would become a still without a word; null for every other file. */
export function movingPictureOf(bytes: Uint8Array): string | null {
  if (ascii(bytes, 0, 4) === 'GIF8') return 'a GIF'
  // The flag of animation in the extended header.
  if (ascii(bytes, 8, 16) === 'WEBPVP8X' && (bytes[20]! & 0x02) !== 0) return 'an animated WebP'
  if (ascii(bytes, 4, 12) === 'ftypavis') return 'an animated AVIF'
  return isAnimatedPng(bytes) ? 'an animated PNG' : null
}

/** The chunk of animation stands before the first chunk of picture. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  if (!begins(bytes, 0x89, 0x50, 0x4e, 0x47)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const chunk = ascii(bytes, at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}

const MAGIC: readonly [start: readonly number[], file: KnownFile][] = [
  [[0xff, 0xd8, 0xff], { called: 'a photo', kind: 'photo' }],
  [[0x89, 0x50, 0x4e, 0x47], { called: 'a photo', kind: 'photo' }],
  [[0x49, 0x49, 0x2a, 0x00], { called: 'a TIFF or RAW picture', kind: 'photo' }],
  [[0x4d, 0x4d, 0x00, 0x2a], { called: 'a TIFF or RAW picture', kind: 'photo' }],
  [[0xff, 0x0a], { called: 'a JPEG XL picture', kind: 'photo' }],
  [[0x1a, 0x45, 0xdf, 0xa3], { called: 'a video', kind: 'video' }],
  [[0x30, 0x26, 0xb2, 0x75], { called: 'a Windows Media file', kind: 'video' }],
  [[0x00, 0x00, 0x01, 0xba], { called: 'an MPEG video', kind: 'video' }],
  [[0x00, 0x00, 0x01, 0xb3], { called: 'an MPEG video', kind: 'video' }],
  [[0x47, 0x40, 0x00], { called: 'an MPEG video', kind: 'video' }],
  [[0x50, 0x4b, 0x03, 0x04], { called: 'a ZIP file or a document', kind: 'other' }],
]
const WORDS: readonly [at: number, word: string, file: KnownFile][] = [
  [8, 'WEBP', { called: 'a photo', kind: 'photo' }],
  [8, 'AVI ', { called: 'an AVI video', kind: 'video' }],
  [0, 'FLV\u0001', { called: 'a Flash video', kind: 'video' }],
  [8, 'WAVE', { called: 'a sound', kind: 'sound' }],
  [0, 'OggS', { called: 'a sound', kind: 'sound' }],
  [0, 'ID3', { called: 'a sound', kind: 'sound' }],
  [0, 'fLaC', { called: 'a sound', kind: 'sound' }],
  [0, '#!AMR', { called: 'a sound', kind: 'sound' }],
  [0, 'caff', { called: 'a sound', kind: 'sound' }],
  [0, 'FORM', { called: 'a sound', kind: 'sound' }],
  [0, 'MThd', { called: 'a MIDI file', kind: 'sound' }],
  [0, '%PDF-', { called: 'a PDF', kind: 'other' }],
  [4, 'ftypavif', { called: 'a photo', kind: 'photo' }],
  [4, 'ftypcrx ', { called: 'a RAW picture', kind: 'photo' }],
]

export function knownFileOf(bytes: Uint8Array): KnownFile | null {
  const moving = movingPictureOf(bytes)
  if (moving !== null) return { called: moving, kind: 'moving' }
  const named = WORDS.find(([at, word]) => ascii(bytes, at, at + word.length) === word)
  const known = named?.[2] ?? MAGIC.find(([start]) => begins(bytes, ...start))?.[1]
  if (known) return known
  const boxed = boxedFileOf(bytes)
  if (boxed) return { called: boxed === 'sound' ? 'a sound' : 'a video', kind: boxed }
  if (ascii(bytes, 4, 8) === 'ftyp') return { called: 'a HEIC photo', kind: 'photo' }
  // A frame of MP3 or AAC.
  return begins(bytes, 0xff) && (bytes[1]! & 0xe0) === 0xe0 ? { called: 'a sound', kind: 'sound' } : null
}

const USABLE = {
  photo: 'Choose a JPEG, PNG, WebP or AVIF picture.',
  video: 'Choose an MP4, MOV or WebM video.',
  voice: 'Record it here, or choose an M4A, MP3, OGG, WebM or WAV file.',
} as const
const NOT_USABLE = { photo: 'a photo', video: 'a video', voice: 'a sound' } as const

/** Why a file can't be used as a photo, video or voice note, and what to do: it says what the file is, where that can be told. */
export function wrongFileText(wanted: 'photo' | 'video' | 'voice', is: KnownFile | null): string {
  if (wanted === 'photo' && is?.called === 'a HEIC photo')
    return 'HEIC photos can\u2019t be used yet. Save it as JPEG, or set your camera to \u201cMost compatible\u201d.'
  if (wanted === 'photo' && is?.kind === 'moving')
    return `This is ${is.called}. A moving picture can\u2019t be used as a photo: choose a JPEG or PNG, or save it as an MP4 video.`
  if (wanted === 'video' && (is?.kind === 'moving' || (is?.kind === 'video' && is.called !== 'a video')))
    return `This is ${is.called}. Save it as MP4, then choose it again.`
  const isOther = is !== null && (is.kind === 'sound' ? 'voice' : is.kind) !== wanted
  if (isOther) return `This is ${is.called}. ${USABLE[wanted]}`
  if (is !== null && is.called !== NOT_USABLE[wanted] && is.called !== 'a sound')
    return `This is ${is.called}. ${wanted === 'photo' ? 'Save it as JPEG' : 'Save it as M4A or MP3'}, then choose it again.`
  return `This is not ${NOT_USABLE[wanted]} we can use. ${USABLE[wanted]}`
}
