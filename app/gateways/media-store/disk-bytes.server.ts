import { read, stat } from 'node:fs'
import { promisify } from 'node:util'
import { bytesSource, type ByteSource, PIECE_BYTES, streamOf } from '#app/platform/byte-source.server.ts'
import type { ByteRange } from './media-store.ts'
import { takeFile, type TakenFile } from './open-files.server.ts'

const statPath = promisify(stat)

/** The bytes of a file or of a part of it, read as they are taken; null where there is no such file. */
export async function openFile(path: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
  try {
    if (range && range.to - range.from < PIECE_BYTES) return streamOf(bytesSource(await readPart(path, range)))
    if (range) {
      // Whether it is there; it stays open for the first piece.
      const file = await takeFile(path)
      file.release()
      return streamOf(inPieces(path, range))
    }
    const facts = await statPath(path)
    if (!facts.isFile()) return null
    const whole = { from: 0, to: facts.size - 1 }
    if (whole.to - whole.from < PIECE_BYTES) return streamOf(bytesSource(await readPart(path, whole)))
    return streamOf(inPieces(path, whole))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}

async function readPart(path: string, { from, to }: ByteRange): Promise<Uint8Array> {
  const file = await takeFile(path)
  try {
    return await readAt(file.fd, from, Math.max(0, to - from + 1))
  } finally {
    file.release()
  }
}

function readAt(fd: number, from: number, wanted: number, into?: Uint8Array): Promise<Uint8Array> {
  const buffer = into && into.length >= wanted ? into.subarray(0, wanted) : Buffer.allocUnsafe(wanted)
  return new Promise((resolve, reject) => {
    read(fd, buffer, 0, wanted, from, (error, bytesRead) => {
      if (error) reject(error)
      else resolve(buffer.subarray(0, bytesRead))
    })
  })
}

/** The file is opened with the first piece: a stream that nobody reads holds nothing. */
function inPieces(path: string, { from, to }: ByteRange): ByteSource {
  let file: TakenFile | null = null
  let reading: Promise<unknown> = Promise.resolve()
  let at = from
  const end = async (): Promise<void> => {
    // A descriptor that is closed in the middle of a read may belong to another file by then.
    await reading.catch(() => {})
    file?.release()
    file = null
  }
  async function next(into?: Uint8Array): Promise<Uint8Array | null> {
    if (at > to) return null
    file ??= await takeFile(path)
    const piece = await readAt(file.fd, at, Math.min(PIECE_BYTES, to + 1 - at), into)
    at += piece.length
    // A file that is shorter than announced ends early.
    if (piece.length === 0) at = to + 1
    return piece.length === 0 ? null : piece
  }
  return {
    async next(into) {
      const piece = next(into)
      reading = piece
      try {
        const bytes = await piece
        if (bytes === null || at > to) await end()
        return bytes
      } catch (error) {
        await end()
        throw error
      }
    },
    close: async () => {
      at = to + 1
      await end()
    },
  }
}
