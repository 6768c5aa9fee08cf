import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { LaterView } from './later-view.tsx'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:content.review' },
  title: 'Content',
} satisfies RouteHandle

/** Without a loader, a navigation in the browser would not reach the policy. */
export function loader() {
  return null
}

export default function Content() {
  return (
    <div className="stack stack-16">
      <LaterView label="Content">
        A later release lets you review reported and pending content here. Review applications and their first posts
        under Peaches.
      </LaterView>
      <div className="row">
        <LinkButton icon="fingerprint-pattern" href={to.admin.trace}>
          Trace a leaked copy
        </LinkButton>
      </div>
    </div>
  )
}
