import { data } from 'react-router'
import { NotFoundView } from '#app/web/components/notices.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  title: 'Page not found',
  screen: { shell: 'full', hydrate: false },
} satisfies RouteHandle

export function loader() {
  return data(null, 404)
}

/** A form posted to an unknown address changes nothing and gets a 404. */
export function action() {
  return data(null, 404)
}

export default function NotFound() {
  return <NotFoundView />
}
