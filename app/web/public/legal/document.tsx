import { to } from '#app/links.ts'
import legalStylesUrl from './legal.css?url'
import { legalDocument } from '#app/web/public/legal/legal-document.server.ts'
import { PageSheet } from '#app/web/first-view/first-view.tsx'
import { LegalView } from './legal-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { wholePattern } from '#app/web/route-table.ts'
import type { Route } from './+types/document'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  cacheable: {},
  beforeAgreements: true,
  screen: { shell: 'full', hydrate: false, backHref: to.home, firstView: 'legal' },
} satisfies RouteHandle

export function loader({ pattern }: Pick<Route.LoaderArgs, 'pattern'>) {
  return legalDocument(wholePattern(pattern).slice(1))
}

/** Title, description and Open Graph tags; a document may be indexed and shared. */
export function meta({ loaderData: { title, description, brandName } }: Pick<Route.MetaArgs, 'loaderData'>) {
  const whole = `${title} · ${brandName}`
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:type', content: 'article' },
    { property: 'og:site_name', content: brandName },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
  ]
}

export default function Document({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <PageSheet page="legal" href={legalStylesUrl} />
      <LegalView {...loaderData} />
    </>
  )
}
