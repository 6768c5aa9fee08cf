import type { RouteHandle } from '#app/root.tsx'
import { terms } from './content/terms.tsx'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { Route } from './+types/terms'

export const handle = { shell: 'full', hydrate: false } satisfies RouteHandle

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
