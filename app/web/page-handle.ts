import type { RouteHandle, Screen } from '#app/web/route-handle.ts'

/** The handle of a page that creators read. A page with a gate, or one that needs a fresh proof, writes its own handle. */
export function creatorPage(title: string, screen: Screen): RouteHandle {
  return { audience: 'creators', policy: { GET: 'signed_in' }, title, screen }
}

/** The same for a page of creators that takes a form. */
export function creatorForm(title: string, screen: Screen): RouteHandle {
  return { audience: 'creators', policy: { GET: 'signed_in', POST: 'signed_in' }, title, screen }
}

/** The handle of a page that members with a complete profile read. */
export function memberPage(title: string, screen: Screen): RouteHandle {
  return { audience: 'members', policy: { GET: 'complete' }, title, screen }
}

/** The same for a page of members that takes a form. */
export function memberForm(title: string, screen: Screen): RouteHandle {
  return { audience: 'members', policy: { GET: 'complete', POST: 'complete' }, title, screen }
}
