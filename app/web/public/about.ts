import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirect } from 'react-router'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  beforeAgreements: true,
} satisfies RouteHandle

export function loader() {
  return redirect('/')
}
