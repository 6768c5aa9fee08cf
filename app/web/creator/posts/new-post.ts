import { redirect } from 'react-router'
import { toDashboard } from '#app/dashboard-links.ts'
import { withQuery } from '#app/links.ts'
import { newId } from '#app/platform/id.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'

export const handle = {
  audience: 'creators',
  policy: { GET: 'signed_in' },
} satisfies RouteHandle

/** Opens an empty composer. Its address has the id of the new post: whatever is sent twice from there changes one draft. */
export function loader() {
  return redirect(withQuery(toDashboard.editPost(newId()), { new: 'yes' }), 303)
}
