import { to } from '#app/links.ts'
import { data } from 'react-router'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { CreatorProfileFailedView, ProfileNotFoundView } from '#app/web/components/notices.tsx'
import { CreatorProfileView } from '#app/web/components/creator-profile-view.tsx'
import { profileMarkup } from '#app/web/components/creator-profile-markup.tsx'
import { personContext } from '#app/web/context.server.ts'
import { creatorPageFailed, refuseHidden } from '#app/web/creator-response.server.ts'
import { loadCreatorPage, readCreatorPage } from '#app/web/creator-page.server.ts'
import { passContext, passGate } from '#app/web/premium-gate.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import profileStylesUrl from '#app/web/components/creator-profile.css?url'
import type { Route } from './+types/premium-creator'
import { afterAllButSheets } from '#app/web/use-sheet.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: profileStylesUrl }]

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'pass', gate: passGate } },
  title: 'Profile',
  screen: { shell: 'full', tab: 'feed', backHref: to.premiumFeed },
} satisfies RouteHandle

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  try {
    const creatorId = params.creatorId.toLowerCase()
    const found = await readCreatorPage(person, creatorId, url)
    if (!found) return data({ state: 'not_found' as const }, 404)
    const { creator, beside } = found
    refuseHidden(person, creator)
    const page = await loadCreatorPage(person, creator, url, { access: context.get(passContext), beside })
    if (page.posts.views.length > 0) void recordUse(person.id, creator.id)
    return data({ state: 'page' as const, page: profileMarkup(request, page) })
  } catch (error) {
    return creatorPageFailed(error, url)
  }
}

export const shouldRevalidate = afterAllButSheets

export default function PremiumCreator({ loaderData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'page':
      return <CreatorProfileView page={loaderData.page} />
    case 'failed':
      return <CreatorProfileFailedView retryHref={loaderData.retryHref} />
    case 'not_found':
      return <ProfileNotFoundView />
    default:
      return loaderData satisfies never
  }
}
