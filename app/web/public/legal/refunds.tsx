import { refunds } from './content/refunds.tsx'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/refunds'

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
    'Refunds',
    'When your money comes back, how to ask for it and how long it takes.',
    loaderData.brandName,
  )
}

export default function Refunds({ loaderData }: Route.ComponentProps) {
  return <LegalView {...refunds(loaderData)} />
}
