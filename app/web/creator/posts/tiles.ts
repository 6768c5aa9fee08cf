import { failedFileText, UNUSABLE } from '#app/domain/media/failed-files.ts'
import { formatDuration } from '#app/domain/posts/post.ts'
import type { OwnMedium } from '#app/domain/posts/own-posts.server.ts'
import type { MediaLink } from '#app/web/media-links.ts'

/** A medium of a post as its creator sees it in a list. */
export type Tile = {
  mediaId: string
  kind: OwnMedium['kind']
  /** The smallest picture; null where there is none yet, or nothing to see. */
  picture: string | null
  duration: string | null
  name: string
  state: OwnMedium['state']
  /** Why it could not be prepared. */
  problem: string | null
}

/** `link` makes the URLs of its creator (`mediaLinksFor`). */
export function tileOf(medium: OwnMedium, link: MediaLink): Tile {
  const { mediaId, kind, state, pictured, durationMs, failure, name } = medium
  return {
    mediaId,
    kind,
    picture: kind !== 'voice' && pictured ? link(mediaId, state === 'ready' ? 'w320.webp' : 'preview') : null,
    duration: durationMs === null ? null : formatDuration(durationMs),
    name,
    state,
    problem:
      state === 'failed'
        ? failure === null
          ? `${UNUSABLE[kind]} Take it out, and add another one.`
          : failedFileText(kind, failure)
        : null,
  }
}

export const KIND_LABELS = { photo: 'Photo', video: 'Video', voice: 'Voice note' } as const
export const KIND_ICONS = { photo: 'images', video: 'video', voice: 'mic' } as const
