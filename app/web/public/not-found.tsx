import { data } from 'react-router'
import { NotFoundView } from '#app/web/components/notices.tsx'
import { openForm } from '#app/web/page-handle.ts'

export const handle = openForm('Page not found', { shell: 'full', hydrate: false })

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
