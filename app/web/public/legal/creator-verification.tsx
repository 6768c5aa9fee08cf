import { creatorVerification } from './content/creator-verification.tsx'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/creator-verification'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  cacheable: {},
  beforeAgreements: true,
  screen: { shell: 'full', hydrate: false },
} satisfies RouteHandle

export function loader() {
  return legalFacts()
}

export function meta({ loaderData }: Route.MetaArgs) {
  return legalMeta(
    'Creator verification',
    'How a person checks every creator: what you send, how long it takes, how we protect it and how to appeal.',
    loaderData.brandName,
  )
}

export default function CreatorVerification({ loaderData }: Route.ComponentProps) {
  return <LegalView {...creatorVerification(loaderData)} />
}
