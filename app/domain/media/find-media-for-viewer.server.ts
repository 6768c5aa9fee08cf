import type { Actor } from '#app/domain/identity/actor.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import {
  freeSecondsObject,
  type MediaObject,
  type MediaRefusal,
  objectOf,
  previewOf,
} from './internal/media-object.server.ts'
import { contentOf, factsOf, type MediaRow, readMedia } from './internal/media-row.server.ts'
import type { RequestedFile } from './media.ts'
import {
  canViewMedia,
  canViewPreview,
  type ContainingFacts,
  freeSecondsOf,
  isMarked,
  type MediaFacts,
} from './policy.ts'
import { type ChooseVariant, FIRST_VARIANT } from './streams.ts'

export type { Keeping, MediaObject } from './internal/media-object.server.ts'

/** `open`: a visitor may have it too, so that its URL needs no key. */
export type FoundMedia = MediaObject & { open: boolean }

/**
 * Finds what to send to this viewer for a media URL, or that there is nothing to send: unknown, or not theirs to see. `variantsOf`:
 * which variant of each segment of a private video an account gets.
 */
export async function findMediaForViewer(
  actor: Actor,
  mediaId: string,
  wanted: RequestedFile,
  variantsOf: (accountId: string) => Promise<ChooseVariant> = async () => FIRST_VARIANT,
): Promise<Result<FoundMedia, MediaRefusal>> {
  if (!isId(mediaId)) return refuse({ kind: 'not_there' })
  const [row] = await readMedia(actor, mediaId, wanted)
  if (!row) return refuse({ kind: 'not_there' })
  const media = factsOf(row)
  const contents = row.purpose === 'post' ? row.contents.map(contentOf) : []
  if (wanted.kind === 'free_seconds') return findFreeSeconds(actor, mediaId, row, contents)
  const verdict =
    wanted.kind === 'preview'
      ? canViewPreview(actor, media, contents, row.now)
      : canViewMedia(actor, media, contents, row.now)
  // Whether somebody has or had a picture is not revealed to others.
  if (!verdict.allowed) return refuse({ kind: media.purpose === 'post' ? 'forbidden' : 'not_there' })
  const marked = isMarked(media, contents, row.now)
  const ofVideo = wanted.kind === 'segment' || wanted.kind === 'video'
  const chooseVariant = marked && ofVideo && actor ? await variantsOf(actor.id) : FIRST_VARIANT
  const found =
    wanted.kind === 'preview' ? previewOf(mediaId, row) : objectOf(mediaId, row, wanted, { marked, chooseVariant })
  if (!found.ok) return found
  const open = actor === null || wanted.kind === 'preview' || isOpen(media, contents, row.now)
  const used = actor?.id !== row.owner_id && contents.some((content) => content.viewerHasAccess)
  return ok({ ...found.value, ...(found.value.kind === 'stored' && used && { creatorUsed: row.owner_id }), open })
}

/** Open to everybody who may know of the post, as its blurred preview is. */
function findFreeSeconds(
  actor: Actor,
  mediaId: string,
  row: MediaRow,
  contents: readonly ContainingFacts[],
): Result<FoundMedia, MediaRefusal> {
  const seconds = freeSecondsOf(actor, contents, row.now)
  if (seconds === 0) return refuse({ kind: row.purpose === 'post' ? 'forbidden' : 'not_there' })
  const found = freeSecondsObject(mediaId, row, seconds)
  return found.ok ? ok({ ...found.value, open: true }) : found
}

/** Whether a visitor may have it as well. */
function isOpen(media: MediaFacts, contents: readonly ContainingFacts[], now: Date): boolean {
  const asVisitor = contents.map((content) => ({ ...content, viewerHasAccess: false, viewerBought: false }))
  return canViewMedia(null, media, asVisitor, now).allowed
}
