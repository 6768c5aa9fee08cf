import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { now } from '#app/platform/clock.ts'

type Sink = (chunk: Uint8Array) => Promise<void>

/** Writes a ZIP file by file, waiting for the sink after every piece: no more than a piece is ever in memory. */
export function openZipWriter(sink: Sink) {
  const pieces: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, piece) => {
    if (error) failure = error
    else pieces.push(piece)
  })

  async function drain(): Promise<void> {
    if (failure) throw failure
    for (const piece of pieces.splice(0)) await sink(piece)
  }

  return {
    /** Text is compressed; pictures and videos are already. */
    async add(name: string, content: AsyncIterable<Uint8Array>, options: { squeeze: boolean }): Promise<void> {
      const file = options.squeeze ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
      file.mtime = now()
      zip.add(file)
      for await (const chunk of content) {
        file.push(chunk)
        await drain()
      }
      file.push(new Uint8Array(0), true)
      await drain()
    },
    async end(): Promise<void> {
      zip.end()
      await drain()
    },
  }
}

/** Texts as the bytes of a file. */
export async function* bytesOf(texts: AsyncIterable<string> | Iterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}
