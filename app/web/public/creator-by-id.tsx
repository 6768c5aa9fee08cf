import { to } from '#app/links.ts'
import { data } from 'react-router'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { profileMarkup } from '#app/web/components/creator-profile-markup.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { answerCreatorPage, creatorPageFailed } from '#app/web/creator-response.server.ts'
import { creatorMeta } from '#app/web/creator-meta.ts'
import { CreatorAnswerView } from './creator-answer-view.tsx'
import { POST_PAGE_SIZES } from '#app/web/post-page-sizes.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import profileStylesUrl from '#app/web/components/creator-profile.css?url'
import type { Route } from './+types/creator-by-id'
import { afterAllButSheets } from '#app/web/use-sheet.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: profileStylesUrl }]

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  cacheable: { params: { creatorId: /^[0-9a-f-]{36}$/ }, query: { posts: POST_PAGE_SIZES.slice(1).map(String) } },
  screen: { shell: 'full', tab: 'feed', backHref: to.feed },
} satisfies RouteHandle

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  try {
    const creator = await findCreatorById(params.creatorId.toLowerCase())
    if (!creator) return data({ state: 'not_found' as const }, 404)
    return await answerCreatorPage(request, url, context.get(actorContext), creator, profileMarkup)
  } catch (error) {
    return creatorPageFailed(error, url)
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return creatorMeta(loaderData, matches)
}

export const shouldRevalidate = afterAllButSheets

export default function CreatorById({ loaderData, matches }: Route.ComponentProps) {
  return <CreatorAnswerView answer={loaderData} brandName={matches[0].loaderData?.brandName} />
}
