import { staffPage } from '#app/web/admin/staff-handle.ts'
import { LaterView } from './later-view.tsx'

export const handle = staffPage('Activity', 'activity.view')

/** Without a loader, a navigation in the browser would not reach the policy. */
export function loader() {
  return null
}

export default function Activity() {
  return (
    <LaterView label="Activity">
      A later release lets you filter the whole activity record here. Everything is recorded already; Overview shows the
      newest entries.
    </LaterView>
  )
}
