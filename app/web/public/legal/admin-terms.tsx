import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { adminTerms } from './content/admin-terms.tsx'
import { legalMeta } from './legal-meta.ts'
import { LegalView } from './legal-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/admin-terms'

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
    'Admin Terms of Use',
    'What everybody who works on the platform with an account of the team agrees to.',
    loaderData.brandName,
  )
}

export default function AdminTerms({ loaderData }: Route.ComponentProps) {
  return <LegalView {...adminTerms(loaderData)} />
}
