export type PlannedFile = { id: string; key: string; name: string; bytes: bigint }

/** Archives stay well below the 4 GB that every unzip program can open, and small enough to be made in one go. */
export const MAX_ARCHIVE_BYTES = 1_000_000_000n

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/webm': 'weba',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
}

export function fileNameOf(id: string, contentType: string): string {
  return `media/${id}.${EXTENSIONS[contentType] ?? 'bin'}`
}

/**
 * Which files are put into which archive: in their order, a new archive where the next file would make one too large. Always at least
 * one.
 */
export function planArchives(files: readonly PlannedFile[], max = MAX_ARCHIVE_BYTES): PlannedFile[][] {
  const archives: PlannedFile[][] = [[]]
  let filled = 0n
  for (const file of files) {
    if (filled > 0n && filled + file.bytes > max) {
      archives.push([])
      filled = 0n
    }
    archives.at(-1)!.push(file)
    filled += file.bytes
  }
  return archives
}
