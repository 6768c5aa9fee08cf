/**
 * Where a person wanted to go before signing in, as names from fixed lists: never an address, so that no link can lead to another site.
 * `/auth?return=subscribe&creator=amina_k&intent=chat` comes back to `/subscribe?creator=amina_k&intent=chat`.
 */
const ROUTES = {
  subscribe: '/subscribe',
  subscription: '/subscription',
  wallet: '/wallet',
  'wallet-top-up': '/wallet/top-up',
  profile: '/profile',
  notifications: '/notifications',
  'unblocked-feed': '/unblocked-feed',
  'creator-subscription': '/creator-subscription',
  'viewer-onboarding': '/viewer-onboarding/setup',
  onboarding: '/onboarding/profile',
  /** The page of the creator whom `creator` names. */
  creator: null,
  /** Thirty days of the creator whom `creator` names. */
  'full-access': null,
  /** The purchase of the post that `post` names. */
  unlock: null,
} as const

const WIZARDS: readonly string[] = [ROUTES['viewer-onboarding'], ROUTES.onboarding]

export type ReturnName = keyof typeof ROUTES

const INTENTS = ['follow', 'chat', 'call', 'book', 'tip', 'unlock'] as const
const CARRIED = {
  from: /^[a-z-]{1,30}$/,
  creator: /^[a-z0-9_]{3,30}$/,
  intent: new RegExp(`^(${INTENTS.join('|')})$`),
  plan: /^(monthly|annual)$/,
  pay: /^(monthly|annual)$/,
  currency: /^(UGX|USD)$/,
  promo: /^[A-Z0-9][A-Z0-9_-]{1,38}[A-Z0-9]$/,
  amount: /^\d{1,15}$/,
  post: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
} as const

/** The validated `returnTo` query, to carry along and to store; empty if there is none or it is unknown. */
export function readReturn(query: URLSearchParams): string {
  const name = query.get('return')
  if (!name || !Object.hasOwn(ROUTES, name)) return ''
  const kept = new URLSearchParams({ return: name })
  for (const [key, pattern] of Object.entries(CARRIED)) {
    const value = query.get(key)
    if (value !== null && pattern.test(value)) kept.set(key, value)
  }
  if ((name === 'creator' || name === 'full-access') && !kept.has('creator')) return ''
  if (name === 'unlock' && !kept.has('post')) return ''
  return kept.toString()
}

/** The path of a `returnTo` query, or null. */
export function returnPath(returnTo: string | null): string | null {
  const query = new URLSearchParams(readReturn(new URLSearchParams(returnTo ?? '')))
  const name = query.get('return') as ReturnName | null
  if (!name) return null
  query.delete('return')
  let path: string | null = ROUTES[name]
  if (name === 'creator') {
    path = `/${query.get('creator')}`
    query.delete('creator')
  }
  if (name === 'full-access') {
    path = `/creators/${query.get('creator')}/subscribe`
    query.delete('creator')
  }
  if (name === 'unlock') {
    path = `/posts/${query.get('post')}/unlock`
    query.delete('post')
  }
  const rest = query.toString()
  return rest ? `${path}?${rest}` : path
}

/** The wizard path of a `returnTo` query, else null. A wizard completes the profile itself, so it needs no profile setup before it. */
export function wizardPath(returnTo: string | null): string | null {
  const path = returnPath(returnTo)
  return path && WIZARDS.some((wizard) => path === wizard || path.startsWith(`${wizard}?`)) ? path : null
}

/** The `returnTo` query for a path, if it is in the list; else empty. */
export function returnQueryTo(path: string): string {
  const name = Object.entries(ROUTES).find(([, known]) => known === path)?.[0]
  return name ? `return=${name}` : ''
}

/** Appends a `returnTo` query to a path. */
export function withReturn(path: string, returnTo: string): string {
  if (!returnTo) return path
  return `${path}${path.includes('?') ? '&' : '?'}${returnTo}`
}
