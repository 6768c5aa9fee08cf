import { privacy } from './content/privacy.tsx'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/privacy'

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
    'Privacy',
    'Which data we hold about you, why, who sees it, how long we keep it and what you can ask for.',
    loaderData.brandName,
  )
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalView {...privacy(loaderData)} />
}
