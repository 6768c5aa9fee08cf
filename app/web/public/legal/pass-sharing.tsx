import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { passSharing } from './content/pass-sharing.tsx'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/pass-sharing'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  screen: { shell: 'full', hydrate: false },
} satisfies RouteHandle

export function loader() {
  return legalFacts()
}

export function meta({ loaderData }: Route.MetaArgs) {
  return legalMeta(
    'How passes are shared',
    'The rule by which what fans pay for a pass goes to the creators they use, week by week.',
    loaderData.brandName,
  )
}

export default function PassSharing({ loaderData }: Route.ComponentProps) {
  return <LegalView {...passSharing(loaderData)} />
}
