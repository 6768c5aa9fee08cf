import { acceptableUse } from './content/acceptable-use.tsx'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/acceptable-use'

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
    'Acceptable use',
    'What is allowed, what never is, and how anybody can report content, with or without an account.',
    loaderData.brandName,
  )
}

export default function AcceptableUse({ loaderData }: Route.ComponentProps) {
  return <LegalView {...acceptableUse(loaderData)} />
}
