import type { Permission } from '#app/domain/identity/roles.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'

/** The handle of a page that staff with this permission read. A form that needs another permission, or a fresh proof, writes its own handle. */
export function staffPage(title: string, permission: Permission): RouteHandle {
  return { audience: 'staff', policy: { GET: `staff:${permission}` }, title }
}

/** The same for a page of staff that takes a form. */
export function staffForm(title: string, permission: Permission): RouteHandle {
  return { audience: 'staff', policy: { GET: `staff:${permission}`, POST: `staff:${permission}` }, title }
}
