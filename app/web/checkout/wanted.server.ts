import { type CreatorProfile, findCreator } from '#app/domain/creators/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import { findPostForViewer, type PostView } from '#app/domain/posts/queries.server.ts'
import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'
import { CHAT_CALLS_BOOKINGS, type Feature, listWorking, workingOnly } from '#app/domain/settings/features.ts'
import { capitalised } from '#app/platform/graphemes.ts'
import { to } from '#app/links.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { showDate } from '#app/platform/dates.ts'
import { isId } from '#app/platform/id.ts'
import { avatarPath } from '#app/web/picture.ts'

/** What somebody came to the plans for, shown above them, and the creator alone as an offer beside them. */
export type Wanted = {
  /** "Unlock Amina K’s photo". */
  title: string
  /** "UGX 25,000 with a pass". */
  line: string | null
  creatorName: string
  avatarUrl: string | null
  /** The post, blurred on the server to a few pixels. */
  preview: string | null
  /** Back to where they came from. */
  backHref: string
  /** Days of this creator alone. */
  only: OnlyOffer
}

export type OnlyOffer = {
  /** Its value among the plans. */
  value: string
  title: string
  price: string
  per: string
  until: string
  opens: string[]
}

const ONLY = 'creator:'

/** The creator whose days alone were chosen among the plans; null where a plan was, or nothing. */
export function creatorChosen(query: URLSearchParams): string | null {
  const value = query.get('pay') ?? ''
  const id = value.startsWith(ONLY) ? value.slice(ONLY.length).toLowerCase() : ''
  return isId(id) ? id : null
}

/** Null where nobody visible is named: the plans alone are shown. `adult`: whether the viewer may see a post, blurred as it is. */
export async function loadWanted(returnTo: ReturnTo, actor: Actor, adult: boolean): Promise<Wanted | null> {
  const creator = returnTo.creator ? await findCreator(returnTo.creator) : null
  if (!creator?.visible) return null
  const post = returnTo.intent === 'unlock' && returnTo.post ? await findPostForViewer(actor, returnTo.post) : null
  const own = post && post.creator.id === creator.id && !post.content.open ? post : null
  return {
    title: titleOf(returnTo, creator.displayName, own),
    line: own?.price ? `${formatMoney(own.price)} with a pass` : null,
    creatorName: creator.displayName,
    avatarUrl: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    preview: adult && own && !own.content.open ? own.content.preview : null,
    backHref: to.creator(creator.username),
    only: onlyOf(creator),
  }
}

const TITLES: Readonly<Record<NonNullable<ReturnTo['intent']>, (name: string) => string>> = {
  unlock: (name) => `Open ${name}\u2019s posts`,
  chat: (name) => `Chat with ${name}`,
  call: (name) => `Call ${name}`,
  book: (name) => `Meet ${name}`,
  tip: (name) => `Tip ${name}`,
  follow: (name) => `Follow ${name}`,
  request: (name) => `Ask ${name} for something custom`,
}

const NEEDS: Partial<Record<NonNullable<ReturnTo['intent']>, Feature>> = {
  chat: 'chat',
  call: 'calls',
  book: 'bookings',
}

function titleOf({ intent = 'unlock', message }: ReturnTo, name: string, post: PostView | null): string {
  if (post) return `Unlock ${name}\u2019s ${nounOf(post)}`
  if (intent === 'unlock' && message) return `Unlock a message of ${name}`
  const [working] = workingOnly([{ intent, needs: NEEDS[intent] ?? null }])
  return TITLES[working?.intent ?? 'unlock'](name)
}

function nounOf({ kind, itemCount }: PostView): string {
  if (kind === 'photo') return itemCount > 1 ? 'photos' : 'photo'
  if (kind === 'voice') return 'voice note'
  return kind === 'video' ? 'video' : 'post'
}

function onlyOf(creator: CreatorProfile): OnlyOffer {
  return {
    value: `${ONLY}${creator.id}`,
    title: `Only ${creator.displayName}`,
    price: formatMoney({ amountMinor: creator.subscriptionPriceMinor, currency: 'UGX' }),
    per: `${CREATOR_SUBSCRIPTION_DAYS} days`,
    until: showDate(addDays(now(), CREATOR_SUBSCRIPTION_DAYS)),
    opens: [
      `Every post of ${creator.displayName} for subscribers`,
      capitalised(listWorking([...CHAT_CALLS_BOOKINGS, 'tips'])),
    ],
  }
}
