import { isId } from '#app/platform/id.ts'

/** What the buyer came for, in names from fixed lists: it is carried through addresses and done after the payment. */
export type Intent = { from?: From; creator?: string; intent?: IntentName; post?: string }

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

const INTENTS = ['follow', 'chat', 'call', 'book', 'tip', 'unlock'] as const
type IntentName = (typeof INTENTS)[number]

const CREATOR = /^[A-Za-z0-9_-]{3,40}$/

/** Keeps what is on the lists and ignores everything else: anybody can write a link with other values. */
export function readIntent(query: URLSearchParams): Intent {
  const from = FROMS.find((known) => known === query.get('from'))
  const intent = INTENTS.find((known) => known === query.get('intent'))
  const creator = query.get('creator')
  const post = query.get('post')
  return {
    ...(from ? { from } : {}),
    ...(intent ? { intent: intent } : {}),
    ...(creator !== null && CREATOR.test(creator) ? { creator } : {}),
    ...(post !== null && isId(post) ? { post } : {}),
  }
}

/** The same as a query string, to pass on; without a leading question mark. */
export function intentQuery(intent: Intent): string {
  return new URLSearchParams(Object.entries(intent)).toString()
}

/** The same as the query of the sign-in page (`return=…`), for a buyer who has to sign in first. */
export function returnQueryOf(intent: Intent): string {
  if (intent.from === 'onboarding') return 'return=viewer-onboarding'
  if (intent.intent === 'unlock' && intent.post) return `return=unlock&post=${intent.post}`
  if (intent.creator && !isId(intent.creator)) return `return=creator&creator=${intent.creator.toLowerCase()}`
  return 'return=unblocked-feed'
}

/** Where to go after a top-up: to the purchase that the wallet was too small for. Null where the top-up had no such purpose. */
export function destinationOfTopUp(intent: Intent): string | null {
  if (intent.intent === 'unlock' && intent.post) return `/posts/${intent.post}/unlock`
  if (intent.from === 'renewal') return '/subscription/renew'
  if (!intent.creator || !isId(intent.creator)) return null
  if (intent.from === 'access') return `/creators/${intent.creator}/subscribe`
  if (intent.intent === 'tip' && intent.post) return `/tip/${intent.creator}?post=${intent.post}`
  return intent.intent && intent.intent !== 'follow' && intent.intent !== 'unlock'
    ? `/${intent.intent}/${intent.creator}`
    : `/gal/${intent.creator}`
}

/**
 * Where to go after buying a pass: to what the buyer came for, else to the premium feed. Always one of our paths, made of checked parts
 * only.
 */
export function destinationOfPass(intent: Intent): string {
  // The wizard has two more steps.
  if (intent.from === 'onboarding') return '/viewer-onboarding/access'
  if (intent.intent === 'unlock' && intent.post) return `/posts/${intent.post}/unlock`
  if (intent.creator) return isId(intent.creator) ? `/gal/${intent.creator}` : `/${intent.creator.toLowerCase()}`
  return '/unblocked-feed'
}
