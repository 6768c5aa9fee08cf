import { type FileHandle, open, stat } from 'node:fs/promises'
import type { ByteRange } from './media-store.ts'

/** Read at once: a segment of a video needs three or four reads, a picture one. */
const PIECE_BYTES = 262_144

/** The bytes of a file or of a part of it, read as they are taken; null where there is no such file. */
export async function openFile(path: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
  try {
    if (range && range.to - range.from < PIECE_BYTES) return onePiece(await readPart(path, range))
    const facts = await stat(path)
    if (!facts.isFile()) return null
    const whole = range ?? { from: 0, to: facts.size - 1 }
    return whole.to - whole.from < PIECE_BYTES ? onePiece(await readPart(path, whole)) : inPieces(path, whole)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}

async function readPart(path: string, { from, to }: ByteRange): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const wanted = Math.max(0, to - from + 1)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function onePiece(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes)
      controller.close()
    },
  })
}

/** The file is opened with the first piece: a stream that nobody reads holds nothing. */
function inPieces(path: string, { from, to }: ByteRange): ReadableStream<Uint8Array> {
  let file: FileHandle | null = null
  let at = from
  const end = async (): Promise<void> => {
    const open = file
    file = null
    await open?.close()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          file ??= await open(path, 'r')
          const wanted = Math.min(PIECE_BYTES, to + 1 - at)
          const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
          at += bytesRead
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
          if (bytesRead > 0 && at <= to) return
          await end()
          controller.close()
        } catch (error) {
          await end()
          throw error
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
