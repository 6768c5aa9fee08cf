import type { RouteHandle } from '#app/web/route-handle.ts'
import { LaterView } from './later-view.tsx'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:accounts.view_masked' },
  title: 'Viewers',
} satisfies RouteHandle

/** Without a loader, a navigation in the browser would not reach the policy. */
export function loader() {
  return null
}

export default function Viewers() {
  return (
    <LaterView label="Viewers">
      A later release lets you search accounts, suspend fans and handle reports here.
    </LaterView>
  )
}
