import type { RouteHandle } from '#app/root.tsx'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { passSharing } from './content/pass-sharing.tsx'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { Route } from './+types/pass-sharing'

export const handle = { shell: 'full', hydrate: false } satisfies RouteHandle

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
