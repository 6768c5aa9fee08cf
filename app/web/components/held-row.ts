import type { HeldCreator } from '#app/domain/creators/feed.server.ts'
import { to } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { facePath } from '#app/web/picture.ts'

export type HeldRow = { id: string; name: string; src: string | null; href: string; until: string }

/** A creator whose days somebody has, as a way back to her page. */
export function heldRow({ id, displayName, cardMediaId, endsAt }: HeldCreator): HeldRow {
  return {
    id,
    name: displayName,
    src: cardMediaId && facePath(cardMediaId),
    href: to.premiumCreator(id),
    until: showDate(endsAt),
  }
}
