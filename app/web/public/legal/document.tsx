import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/document'
import { acceptableUse } from './content/acceptable-use.tsx'
import { adminTerms } from './content/admin-terms.tsx'
import { creatorVerification } from './content/creator-verification.tsx'
import { passSharing } from './content/pass-sharing.tsx'
import { privacy } from './content/privacy.tsx'
import { refunds } from './content/refunds.tsx'
import { terms } from './content/terms.tsx'
import legalStylesUrl from './legal.css?url'
import { LegalView } from './legal-view.tsx'

/** Every document by its address, with what a search engine or a shared link shows of it. */
const DOCUMENTS = {
  '/terms': {
    content: terms,
    description:
      'What you agree to when you use the service: 18+ only, passes, wallet, creators, fees and weekly payouts.',
  },
  '/privacy': {
    content: privacy,
    description: 'Which data we hold about you, why, who sees it, how long we keep it and what you can ask for.',
  },
  '/refunds': {
    content: refunds,
    description: 'When your money comes back, how to ask for it and how long it takes.',
  },
  '/how-passes-are-shared': {
    content: passSharing,
    description: 'The rule by which what fans pay for a pass goes to the creators they use, week by week.',
  },
  '/acceptable-use': {
    content: acceptableUse,
    description: 'What is allowed, what never is, and how anybody can report content, with or without an account.',
  },
  '/creator-verification': {
    content: creatorVerification,
    description:
      'How a person checks every creator: what you send, how long it takes, how we protect it and how to appeal.',
  },
  '/admin-terms': {
    content: adminTerms,
    description: 'What everybody who works on the platform with an account of the team agrees to.',
  },
} as const

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  cacheable: {},
  beforeAgreements: true,
  screen: { shell: 'full', hydrate: false },
} satisfies RouteHandle

export async function loader({ pattern }: Route.LoaderArgs) {
  return { path: pattern as keyof typeof DOCUMENTS, facts: await legalFacts() }
}

/** A document may be indexed and shared. */
export function meta({ loaderData: { path, facts } }: Route.MetaArgs) {
  const { content, description } = DOCUMENTS[path]
  const title = `${content(facts).title} · ${facts.brandName}`
  return [
    { tagName: 'link', rel: 'stylesheet', href: legalStylesUrl },
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: 'article' },
    { property: 'og:site_name', content: facts.brandName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ]
}

export default function Document({ loaderData: { path, facts } }: Route.ComponentProps) {
  return <LegalView {...DOCUMENTS[path].content(facts)} />
}
