import type { Target } from '#app/domain/events/target.ts'
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
  if (returnTo.intent === 'unlock' && returnTo.post) return { kind: 'post', id: returnTo.post }
  if (returnTo.intent === 'unlock' && returnTo.message) return { kind: 'message_unlock', id: returnTo.message }
  if (returnTo.intent === 'request' && returnTo.request) return { kind: 'request', id: returnTo.request }
  if (returnTo.from === 'renewal') return { kind: 'pass_renewal' }
  if (!returnTo.creator || !isId(returnTo.creator)) return null
  if (returnTo.from === 'access') return { kind: 'creator_access', id: returnTo.creator }
  if (returnTo.intent === 'tip' && returnTo.post)
    return { kind: 'tip', id: returnTo.creator, query: { post: returnTo.post } }
  if (returnTo.intent === 'request') return { kind: 'request_form', query: { creator: returnTo.creator } }
  return returnTo.intent && returnTo.intent !== 'follow' && returnTo.intent !== 'unlock'
    ? { kind: returnTo.intent, id: returnTo.creator }
    : { kind: 'premium_creator', id: returnTo.creator }
}

/**
 * Where to go after buying a pass: to what the buyer came for, else to the premium feed. Always one of our pages, named by checked
 * parts only.
 */
export function destinationOfPass(returnTo: ReturnTo): Target {
  // The wizard has two more steps.
  if (returnTo.from === 'onboarding') return { kind: 'fan_onboarding_access' }
  if (returnTo.intent === 'unlock' && returnTo.post) return { kind: 'post', id: returnTo.post }
  if (returnTo.creator)
    return isId(returnTo.creator)
      ? { kind: 'premium_creator', id: returnTo.creator }
      : { kind: 'creator', id: returnTo.creator.toLowerCase() }
  return { kind: 'premium_feed' }
}
