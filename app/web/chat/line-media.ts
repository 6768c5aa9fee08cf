import type { MessageMedia } from '#app/domain/chat/messages.server.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { typeLine } from '#app/domain/posts/post.ts'
import { to, withQuery } from '#app/links.ts'
import { mediaView, type RequestMediaView } from '#app/web/components/request-look.ts'
import type { MediaLink } from '#app/web/media-links.ts'

/** The media of a message as a page shows them. */
export type LineMedia =
  | { state: 'removed' }
  | { state: 'locked'; what: string; preview: string | null; price: string; unlockHref: string }
  | {
      state: 'open'
      /** "Locked, UGX 15,000" for its creator, "Unlocked" once it is. */
      note: string | null
      /** "+ UGX 12,000" for its creator. */
      earned: string | null
      media: RequestMediaView
    }

type Reader = {
  threadKey: string
  /** Who sent it. */
  from: string
  own: boolean
  link: MediaLink
}

const shillings = (amountMinor: bigint): Money => ({ amountMinor, currency: 'UGX' })

export function lineMediaOf(messageId: string, media: MessageMedia, { threadKey, from, own, link }: Reader): LineMedia {
  if (media.state === 'removed') return { state: 'removed' }
  const price = media.priceMinor === null ? null : formatMoney(shillings(media.priceMinor))
  if (media.state === 'locked')
    return {
      state: 'locked',
      what: whatIsIn(media.kinds),
      preview: media.preview,
      price: price!,
      unlockHref: withQuery(to.chat(threadKey), { unlock: messageId }),
    }
  return {
    state: 'open',
    note: price === null ? null : media.bought ? 'Unlocked' : own ? `Locked, ${price}` : null,
    earned: media.netMinor === null ? null : `+ ${formatMoney(shillings(media.netMinor))}`,
    media: mediaView(media.items, from, link),
  }
}

/** "Photo set, 6 photos", "Voice, 0:24". */
export function whatIsIn(kinds: MessageMedia['kinds']): string {
  return typeLine(kinds[0]?.kind ?? 'photo', kinds, false)
}

/** Whether an open page asks again what has become of it: it may be unlocked meanwhile. */
export function maySoonOpen(media: MessageMedia | null): boolean {
  return media !== null && media.state !== 'removed' && media.priceMinor !== null && !media.bought
}
