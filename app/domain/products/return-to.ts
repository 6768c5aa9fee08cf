import type { Target } from '#app/domain/events/target.ts'
import type { Feature } from '#app/domain/settings/features.ts'
import { isId } from '#app/platform/id.ts'

/** What the buyer came for and where they go after the payment, in names from fixed lists: it is carried through addresses and done after the payment. */
export type ReturnTo = {
  from?: From
  creator?: string
  intent?: Purpose
  post?: string
  message?: string
  request?: string
}

const FROMS = [
  'public-feed',
  'premium-feed',
  'profile',
  'landing',
  'welcome',
  'renewal',
  'expired',
  'unlock',
  'chat',
  'calls',
  'weekly',
  'onboarding',
  'access',
] as const
type From = (typeof FROMS)[number]

const PURPOSES = ['follow', 'chat', 'call', 'book', 'tip', 'unlock', 'request'] as const
type Purpose = (typeof PURPOSES)[number]

const CREATOR = /^[A-Za-z0-9_-]{3,40}$/

/** Keeps what is on the lists and ignores everything else: anybody can write a link with other values. */
export function readReturnTo(query: URLSearchParams): ReturnTo {
  const from = FROMS.find((known) => known === query.get('from'))
  const intent = PURPOSES.find((known) => known === query.get('intent'))
  const creator = query.get('creator')
  const post = query.get('post')
  const message = query.get('message')
  const request = query.get('request')
  return {
    ...(from ? { from } : {}),
    ...(intent ? { intent } : {}),
    ...(creator !== null && CREATOR.test(creator) ? { creator } : {}),
    ...(post !== null && isId(post) ? { post } : {}),
    ...(message !== null && isId(message) ? { message } : {}),
    ...(request !== null && isId(request) ? { request } : {}),
  }
}

/** Where a buyer signs in who paid without a session. */
export const SIGN_IN_AFTER_PAYMENT: Target = { kind: 'sign_in', query: { message: 'payment-success' } }

/** Where to go after a top-up: to the purchase that the wallet was too small for. Null where the top-up had no such purpose. */
export function destinationOfTopUp(returnTo: ReturnTo): Target | null {
  if (returnTo.from === 'renewal') return { kind: 'pass_renewal' }
  if (returnTo.from === 'access' && returnTo.creator && isId(returnTo.creator)) return accessTarget(returnTo)
  if (returnTo.intent === 'request' && returnTo.request) return { kind: 'request', id: returnTo.request }
  if (returnTo.intent === 'unlock' && (returnTo.post || returnTo.message)) return wanted(returnTo)
  if (!returnTo.creator || !isId(returnTo.creator)) return null
  return returnTo.intent && returnTo.intent !== 'follow' && returnTo.intent !== 'unlock'
    ? wanted(returnTo)
    : { kind: 'premium_creator', id: returnTo.creator }
}

/** Where the days of one creator are sold, with what they were wanted for. */
export function accessTarget({ creator, intent, post, message }: ReturnTo): Target {
  const query = { ...(intent && { intent }), ...(post && { post }), ...(message && { message }) }
  return { kind: 'creator_access', id: creator!, ...(Object.keys(query).length > 0 && { query }) }
}

/**
 * Where to go after buying access, by a pass or to one creator: to what the buyer came for, else to the premium feed. Always one of our
 * pages, named by checked parts only.
 */
export function destinationOfAccess(returnTo: ReturnTo): Target {
  // The wizard has two more steps.
  if (returnTo.from === 'onboarding') return { kind: 'fan_onboarding_access' }
  const { intent, creator } = returnTo
  if (intent && intent !== 'follow' && (creator || returnTo.post || returnTo.message)) return wanted(returnTo)
  if (!creator) return { kind: 'premium_feed' }
  return isId(creator) ? { kind: 'premium_creator', id: creator } : { kind: 'creator', id: creator.toLowerCase() }
}

/** The page that finds the place of what was wanted when its buyer arrives: by then a post may be gone, or its creator hidden. */
function wanted(returnTo: ReturnTo): Target {
  return { kind: 'wanted', query: { ...returnTo } }
}

/** What there is of what somebody came for, when they arrive. */
export type WantedFacts = {
  /** The creator, where they are visible. */
  creator: { id: string; username: string } | null
  /** Whether this person may see that creator's posts for subscribers, write to them and tip them. */
  entitled: boolean
  /** The post, where this person can open its page. */
  post: { id: string; open: boolean; priced: boolean } | null
  /** Whether the message is one that was sent to this person, and still there. */
  message: boolean
  working: ReadonlySet<Feature>
}

/** Where what somebody came for is, and what of it is gone. */
export type WantedPlace = { target: Target; gone: 'post' | 'message' | 'creator' | null }

/** The place of what somebody came for. It never names a page that does not exist for them. */
export function placeOfWanted({ intent, post, message }: ReturnTo, facts: WantedFacts): WantedPlace {
  if (intent === 'unlock' && message && facts.message)
    return { target: { kind: 'message_unlock', id: message }, gone: null }
  // What was bought stays open while its creator is hidden.
  if (intent === 'unlock' && facts.post) return { target: placeOfPost(facts.post, facts.entitled), gone: null }
  const { creator } = facts
  if (!creator) return { target: { kind: 'public_feed' }, gone: 'creator' }
  if (intent === 'unlock' && (post || message))
    return { target: pageOf(creator, facts.entitled), gone: post ? 'post' : 'message' }
  return { target: actOf(intent, creator, facts), gone: null }
}

function placeOfPost({ id, open, priced }: NonNullable<WantedFacts['post']>, entitled: boolean): Target {
  if (open) return { kind: 'unlocked_post', id }
  return priced && entitled ? { kind: 'post', id } : { kind: 'post_page', id }
}

function pageOf({ id, username }: NonNullable<WantedFacts['creator']>, entitled: boolean): Target {
  return entitled ? { kind: 'premium_creator', id } : { kind: 'creator', id: username }
}

type Creator = NonNullable<WantedFacts['creator']>

function actOf(intent: Purpose | undefined, creator: Creator, { entitled, post, working }: WantedFacts): Target {
  const { id } = creator
  if (!entitled) return pageOf(creator, false)
  switch (intent) {
    case 'chat':
      return working.has('chat') ? { kind: 'chat', id } : pageOf(creator, true)
    case 'call':
      return working.has('calls') ? { kind: 'call', id } : pageOf(creator, true)
    case 'book':
      return working.has('bookings') ? { kind: 'book', id } : pageOf(creator, true)
    case 'tip':
      return { kind: 'tip', id, ...(post?.open && { query: { post: post.id } }) }
    case 'request':
      return { kind: 'request_form', query: { creator: id } }
    case 'follow':
    case 'unlock':
    case undefined:
      return pageOf(creator, true)
    default:
      return intent satisfies never
  }
}
