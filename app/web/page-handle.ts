import type { RouteHandle, Screen } from '#app/web/route-handle.ts'

/** The handle of a page that creators read. A page with a gate, or one that needs a fresh proof, writes its own handle. */
export function creatorPage(title: string, screen: Screen): RouteHandle {
  return { audience: 'creators', policy: { GET: 'signed_in' }, title, screen }
}

/** The same for a page of creators that takes a form. */
export function creatorForm(title: string, screen: Screen): RouteHandle {
  return { audience: 'creators', policy: { GET: 'signed_in', POST: 'signed_in' }, title, screen }
}

/** The same for an address of creators without a page of its own. */
export function creatorAction(): RouteHandle {
  return { audience: 'creators', policy: { GET: 'signed_in', POST: 'signed_in' } }
}

/** The handle of a page that members with a complete profile read. */
export function memberPage(title: string, screen: Screen): RouteHandle {
  return { audience: 'members', policy: { GET: 'complete' }, title, screen }
}

/** The same for a page of members that takes a form. */
export function memberForm(title: string, screen: Screen): RouteHandle {
  return { audience: 'members', policy: { GET: 'complete', POST: 'complete' }, title, screen }
}

/** The same for an address of members without a page of its own. */
export function memberAction(): RouteHandle {
  return { audience: 'members', policy: { GET: 'complete', POST: 'complete' } }
}

/** The handle of a private page that is open to everybody, signed in or not. */
export function openPage(title: string, screen: Screen): RouteHandle {
  return { audience: 'everyone', policy: { GET: 'everybody' }, title, screen }
}

/** The same for a page that takes a form. */
export function openForm(title: string, screen: Screen): RouteHandle {
  return { audience: 'everyone', policy: { GET: 'everybody', POST: 'everybody' }, title, screen }
}

/** The handle of what everybody may ask for and no person reads as a page: a loader that checks the viewer itself, or public bytes. */
export function publicFile(): RouteHandle {
  return { audience: 'everyone', policy: { GET: 'everybody' }, renewsSession: false, beforeAgreements: true }
}

/** The same handle for a page that is also open to members who have not agreed to the current documents yet. */
export function beforeAgreements(handle: RouteHandle): RouteHandle {
  return { ...handle, beforeAgreements: true }
}
