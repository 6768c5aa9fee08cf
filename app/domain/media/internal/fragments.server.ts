import { type FileHandle, open } from 'node:fs/promises'
import type { StreamIndex } from '../streams.ts'

const MAX_HEAD_BYTES = 2_000_000
const MAX_SEGMENTS = 2_000

class FaultyFragments extends Error {}

/**
 * Reads where the segments of a fragmented MP4 are, and their length in time, without reading the pictures. The file came out of the
 * sandbox: null where anything in it isn't as ffmpeg writes it.
 */
export async function readStreamIndex(path: string): Promise<(StreamIndex & { codecs: string }) | null> {
  const file = await open(path, 'r')
  try {
    return await readIndex(file, (await file.stat()).size)
  } catch (error) {
    if (error instanceof FaultyFragments || error instanceof RangeError) return null
    throw error
  } finally {
    await file.close()
  }
}

type Box = { name: string; at: number; size: number }
type Track = { id: number; timescale: number; defaultDuration: number }

async function readIndex(file: FileHandle, size: number): Promise<StreamIndex & { codecs: string }> {
  let video: Track | null = null
  let codecs: string | null = null
  let initBytes = 0
  const segmentBytes: number[] = []
  const units: number[] = []
  for (let at = 0; at < size;) {
    const box = await boxAt(file, at, size)
    if (box.name === 'moov' && video === null) {
      const moov = await read(file, box)
      video = videoTrack(moov)
      codecs = codecsOf(moov)
      initBytes = at + box.size
    } else if (box.name === 'moof') {
      if (video === null || segmentBytes.length >= MAX_SEGMENTS) throw new FaultyFragments()
      const data = await boxAt(file, at + box.size, size)
      if (data.name !== 'mdat') throw new FaultyFragments()
      segmentBytes.push(box.size + data.size)
      units.push(durationIn(await read(file, box), video))
      at += data.size
    } else if (segmentBytes.length > 0 ? box.name !== 'mfra' : box.name !== 'ftyp') throw new FaultyFragments()
    at += box.size
  }
  if (video === null || codecs === null || segmentBytes.length === 0) throw new FaultyFragments()
  const { timescale } = video
  return { initBytes, segmentBytes, segmentMs: units.map((unit) => Math.round((unit / timescale) * 1_000)), codecs }
}

async function boxAt(file: FileHandle, at: number, end: number): Promise<Box> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, at)
  if (bytesRead < 8) throw new FaultyFragments()
  const size = buffer.readUInt32BE(0)
  if (size < 8 || at + size > end) throw new FaultyFragments()
  return { name: buffer.toString('latin1', 4, 8), at, size }
}

async function read(file: FileHandle, { at, size }: Box): Promise<Buffer> {
  if (size > MAX_HEAD_BYTES) throw new FaultyFragments()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at)
  if (bytesRead < size) throw new FaultyFragments()
  return buffer
}

/** The boxes directly within a box, whose own header is `head` bytes long. */
function* within(parent: Buffer, head = 8): Generator<{ name: string; bytes: Buffer }> {
  for (let at = head; at + 8 <= parent.length;) {
    const size = parent.readUInt32BE(at)
    if (size < 8 || at + size > parent.length) throw new FaultyFragments()
    yield { name: parent.toString('latin1', at + 4, at + 8), bytes: parent.subarray(at, at + size) }
    at += size
  }
}

function find(parent: Buffer, ...names: string[]): Buffer | null {
  let found: Buffer | null = parent
  for (const name of names) {
    found = found && ([...within(found)].find((box) => box.name === name)?.bytes ?? null)
  }
  return found
}

function videoTrack(moov: Buffer): Track {
  for (const { name, bytes: trak } of within(moov)) {
    if (name !== 'trak' || find(trak, 'mdia', 'hdlr')?.toString('latin1', 16, 20) !== 'vide') continue
    const [header, media] = [find(trak, 'tkhd'), find(trak, 'mdia', 'mdhd')]
    if (!header || !media) break
    const long = (box: Buffer) => box[8] === 1
    const id = header.readUInt32BE(long(header) ? 28 : 20)
    const timescale = media.readUInt32BE(long(media) ? 28 : 20)
    const defaults = [...within(find(moov, 'mvex') ?? Buffer.alloc(8))].find(
      (box) => box.name === 'trex' && box.bytes.readUInt32BE(12) === id,
    )
    if (timescale === 0) break
    return { id, timescale, defaultDuration: defaults?.bytes.readUInt32BE(20) ?? 0 }
  }
  throw new FaultyFragments()
}

/** As a playlist names them: "avc1.4d401f,mp4a.40.2". */
function codecsOf(moov: Buffer): string {
  const names: string[] = []
  for (const { name, bytes: trak } of within(moov)) {
    if (name !== 'trak') continue
    const description = find(trak, 'mdia', 'minf', 'stbl', 'stsd')
    const [entry] = description ? [...within(description, 16)] : []
    if (entry?.name === 'avc1') {
      const at = entry.bytes.indexOf('avcC')
      if (at < 0) throw new FaultyFragments()
      names.push(`avc1.${entry.bytes.toString('hex', at + 5, at + 8)}`)
    } else if (entry?.name === 'mp4a') names.push('mp4a.40.2')
    else throw new FaultyFragments()
  }
  return names.join(',')
}

/** How long the pictures of a fragment are shown, in units of the track. */
function durationIn(moof: Buffer, video: Track): number {
  let units = 0
  for (const { name, bytes: traf } of within(moof)) {
    if (name !== 'traf') continue
    const header = find(traf, 'tfhd')
    if (!header || header.readUInt32BE(12) !== video.id) continue
    const flags = header.readUInt32BE(8) & 0xff_ff_ff
    let at = 16
    if (flags & 0x01) at += 8
    if (flags & 0x02) at += 4
    const standard = flags & 0x08 ? header.readUInt32BE(at) : video.defaultDuration
    for (const box of within(traf)) if (box.name === 'trun') units += durationOfRun(box.bytes, standard)
  }
  return units
}

function durationOfRun(run: Buffer, standard: number): number {
  const flags = run.readUInt32BE(8) & 0xff_ff_ff
  const count = run.readUInt32BE(12)
  if ((flags & 0x01_00) === 0) return count * standard
  let at = 16 + (flags & 0x01 ? 4 : 0) + (flags & 0x04 ? 4 : 0)
  const step = 4 * [0x01_00, 0x02_00, 0x04_00, 0x08_00].filter((bit) => flags & bit).length
  let units = 0
  for (let sample = 0; sample < count; sample += 1, at += step) units += run.readUInt32BE(at)
  return units
}
