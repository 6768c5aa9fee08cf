import { beforeAgreements, openForm } from '#app/web/page-handle.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'

/** The handle of a page for whoever has its link, signed in or not: a form that works without script. */
export function linkPage(title: string): RouteHandle {
  return beforeAgreements(openForm(title, { shell: 'focused', hydrate: false }))
}

/** Of such a page: its address is a secret, which no other site and no search engine learns. */
export const LINK_HEADERS = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }
