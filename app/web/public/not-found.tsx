import { data } from 'react-router'
import type { RouteHandle } from '#app/root.tsx'
import { NotFoundView } from '#app/web/components/not-found-view.tsx'
import { privateMeta } from '#app/web/page-meta.ts'
import type { Route } from './+types/not-found'

export const handle = { shell: 'full', hydrate: false } satisfies RouteHandle

export function loader() {
  return data(null, 404)
}

/** A form posted to an unknown address changes nothing and gets a 404. */
export function action() {
  return data(null, 404)
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Page not found', matches)
}

export default function NotFound() {
  return <NotFoundView />
}
