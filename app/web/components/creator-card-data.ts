import type { FeedCreator } from '#app/domain/creators/feed.server.ts'
import { publicPicture } from '#app/web/picture.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { to } from '#app/links.ts'
import type { CreatorCardData } from './creator-card.tsx'
import { subscribeLink } from './creator-links.ts'
import type { PictureData } from './responsive-picture.tsx'

/** Who views the feed: a visitor can't follow; a fan without a pass can follow and must pay for the rest. */
export type FeedViewer = 'visitor' | 'fan' | 'entitled'

/** Which feed shows a card, to whom, and the address of that feed without a sheet. */
export type FeedPlace = { feed: 'public' | 'premium'; viewer: FeedViewer; feedHref: string }

/** What a feed shows of a creator, with the links for this viewer. */
export function creatorCard(creator: FeedCreator, { feed, viewer, feedHref }: FeedPlace): CreatorCardData {
  const { id, username, displayName } = creator
  const link = (event: 'chat' | 'call' | 'book'): string =>
    viewer === 'entitled' ? to[event](id) : subscribeLink('public-feed', username, event)
  const written = (amountMinor: bigint): string => formatMoney({ amountMinor, currency: 'UGX' })
  return {
    id,
    username,
    displayName,
    city: creator.city,
    isOnline: creator.online,
    isNew: creator.isNew,
    isTop: creator.isTop,
    isVerified: creator.verified,
    href: feed === 'premium' ? to.premiumCreator(id) : to.creator(username),
    picture: verifiedPicture(creator),
    links: {
      follow: viewer === 'visitor' ? subscribeLink('public-feed', username, 'follow') : to.follow(id),
      chat: link('chat'),
      call: link('call'),
      book: link('book'),
    },
    rates: {
      chat: written(creator.chatRateMinor),
      call: written(creator.callRateMinor),
      book: written(creator.bookingRateMinor),
    },
    moreHref: `${feedHref}${feedHref.includes('?') ? '&' : '?'}more=${username}`,
    ...(viewer === 'visitor' ? {} : { following: creator.followed }),
  }
}

/** The sign of Verified on a card is a part of its style; for screen readers it is a part of the picture's text, which costs no element. */
function verifiedPicture(creator: FeedCreator): PictureData {
  const picture = cardPicture(creator)
  return creator.verified ? { ...picture, alt: picture.alt ? `${picture.alt}, verified` : 'Verified' } : picture
}

/** A card is at most 264 px wide. */
const CARD_WIDTHS = [160, 320, 480]

/** The 4:5 picture of a creator; without one the avatar, else a plain background. */
export function cardPicture(creator: Pick<FeedCreator, 'cardMediaId' | 'avatarMediaId' | 'displayName'>): PictureData {
  const alt = `Picture by ${creator.displayName}`
  if (creator.cardMediaId) return publicPicture(creator.cardMediaId, 'card', alt, CARD_WIDTHS)
  if (creator.avatarMediaId) return publicPicture(creator.avatarMediaId, 'avatar', alt, CARD_WIDTHS)
  return { sources: [], src: '/favicon.svg', width: 480, height: 600, alt: '' }
}
