import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { clearCookie, setCookie } from '#app/web/cookies.server.ts'
import { comesFromOurPage, HARMLESS_ADDRESS, isHidden, quickHideIsOn } from '#app/web/quick-hide.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/quick-hide'

// Removing the cover requires only the device.
export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  screen: { shell: 'none', hydrate: false },
} satisfies RouteHandle

/** The page must not name the product. */
export const meta: Route.MetaFunction = () => [{ title: 'Page' }, { name: 'robots', content: 'noindex' }]

/** `?leave=1` covers all pages and redirects to a harmless page; without it, this is the cover page. */
export function loader({ request, url }: Route.LoaderArgs) {
  const leaves = url.searchParams.get('leave') === '1'
  if (leaves && quickHideIsOn(request) && comesFromOurPage(request))
    throw redirect(HARMLESS_ADDRESS, {
      status: 302,
      headers: { 'set-cookie': setCookie('quick_hide_now', '1') },
    })
  if (!isHidden(request)) throw redirect('/', 302)
  return null
}

/** Removes the cover. */
export function action() {
  return redirect('/', { status: 303, headers: { 'set-cookie': clearCookie('quick_hide_now') } })
}

export default function Cover() {
  return (
    <main className="cover-page">
      <form method="post" action={to.quickHide} className="centered">
        <h1 className="text-h2">This page is closed</h1>
        <Button>Open it again</Button>
      </form>
    </main>
  )
}
