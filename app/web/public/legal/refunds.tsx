import type { RouteHandle } from '#app/root.tsx'
import { refunds } from './content/refunds.tsx'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { Route } from './+types/refunds'

export const handle = { shell: 'full', hydrate: false } satisfies RouteHandle

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
