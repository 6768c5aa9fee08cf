import { createHash } from 'node:crypto'
import { type MarkFailure, markPicture } from '#app/domain/media/picture-marks.server.ts'
import { readWhole } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { now } from '#app/platform/clock.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { codeOfAccount } from './account-code.server.ts'
import { dayNumber, wordOf } from './code.ts'
import { keepMarked, type MarkedFile, readMarked } from './marked-files.server.ts'
import { seedOfMedium } from './pattern-seed.server.ts'
import { viewerText } from './viewer-text.ts'

export type Viewer = { id: string; username: string | null; staffRole: string | null }
/** A stored picture of a post: its object, and which of the medium's sizes it is. */
export type StoredRendition = { mediaId: string; size: string; key: string; format: 'webp' | 'jpeg' }

/** A rendition for one viewer: known by its tag before it is made. */
export type MarkedRendition = {
  etag: string
  bytes: () => Promise<Result<Uint8Array, MarkFailure | { kind: 'lost' }>>
}

const making = new Map<string, ReturnType<MarkedRendition['bytes']>>()

/**
 * The rendition with the viewer's name and the day over it, and the viewer's code invisibly in it. Made when its bytes are first asked for,
 * kept for the day. Only for what findMediaForViewer has allowed to this viewer.
 */
export function markRendition(viewer: Viewer, rendition: StoredRendition): MarkedRendition {
  const day = kampalaDay(now())
  const text = viewerText({ ...viewer, staff: viewer.staffRole !== null }, day)
  const { mediaId, size } = rendition
  const file: MarkedFile = { day, accountId: viewer.id, mediaId, size, text }
  const version = createHash('sha256').update(`${viewer.id} ${text}`).digest('hex').slice(0, 12)
  return {
    etag: `"${mediaId}-${size}-${version}"`,
    bytes: () => {
      const name = `${viewer.id} ${mediaId} ${size} ${text}`
      // A browser that asks twice, and two tabs, wait for one mark.
      const waiting = making.get(name)
      if (waiting) return waiting
      const made = make(file, rendition).finally(() => making.delete(name))
      making.set(name, made)
      return made
    },
  }
}

async function make(file: MarkedFile, { mediaId, key, format }: StoredRendition): ReturnType<MarkedRendition['bytes']> {
  const kept = await readMarked(file)
  if (kept) return ok(kept)
  const [stored, code, seed] = await Promise.all([
    readWhole(mediaStore(), key),
    codeOfAccount(file.accountId),
    seedOfMedium(mediaId),
  ])
  if (stored === null) return refuse({ kind: 'lost' })
  const marked = await markPicture({
    bytes: stored,
    format,
    text: file.text,
    seed,
    code: wordOf({ code, day: dayNumber(file.day) }),
  })
  if (marked.ok) void keepMarked(file, marked.value)
  return marked
}
