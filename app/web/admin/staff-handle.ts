import type { Permission } from '#app/domain/identity/roles.ts'
import type { Fresh, RouteHandle } from '#app/web/route-handle.ts'

/** The handle of a page that staff with this permission read. A form that needs another permission writes its own handle. */
export function staffPage(title: string, permission: Permission): RouteHandle {
  return { audience: 'staff', policy: { GET: `staff:${permission}` }, title }
}

/** The same for a page of staff that takes a form. `fresh`: where the permission alone does not say whether it needs a fresh proof. */
export function staffForm(title: string, permission: Permission, fresh?: Fresh): RouteHandle {
  return {
    audience: 'staff',
    policy: { GET: `staff:${permission}`, POST: { who: `staff:${permission}`, fresh } },
    title,
  }
}
