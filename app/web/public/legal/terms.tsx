import { terms } from './content/terms.tsx'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/terms'

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
    'Terms of use',
    'What you agree to when you use the service: 18+ only, passes, wallet, creators, fees and weekly payouts.',
    loaderData.brandName,
  )
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalView {...terms(loaderData)} />
}
