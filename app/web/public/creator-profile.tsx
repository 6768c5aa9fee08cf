import { data, redirect } from 'react-router'
import { type CreatorProfile, findCreatorByUsername, findUsernameBehind } from '#app/domain/creators/queries.server.ts'
import { to } from '#app/links.ts'
import { profileMarkup } from '#app/web/components/creator-profile-markup.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { answerCreatorPage, creatorPageFailed } from '#app/web/creator-response.server.ts'
import { creatorMeta } from '#app/web/creator-meta.ts'
import { CreatorAnswerView } from './creator-answer-view.tsx'
import { POST_PAGE_SIZES } from '#app/web/post-page-sizes.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import profileStylesUrl from '#app/web/components/creator-profile.css?url'
import type { Route } from './+types/creator-profile'
import { afterAllButSheets } from '#app/web/use-sheet.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: profileStylesUrl }]

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  cacheable: { params: { username: /^[a-z0-9_]{3,30}$/ }, query: { posts: POST_PAGE_SIZES.slice(1).map(String) } },
  screen: { shell: 'full', tab: 'feed', backHref: to.feed, firstView: 'profile' },
} satisfies RouteHandle

// No username is longer or has such characters, and the database refuses some of them.
const NAME_LIKE = /^[^\p{Cc}]{1,100}$/u

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  if (!NAME_LIKE.test(params.username)) return data({ state: 'not_found' as const }, 404)
  let creator: CreatorProfile | null
  try {
    const username = params.username.toLowerCase()
    creator = await findCreatorByUsername(username)
    if (creator && params.username !== creator.username) throw redirect(to.creator(creator.username) + url.search)
    if (!creator) {
      const meant = await findUsernameBehind(username)
      if (meant) throw redirect(to.creator(meant) + url.search)
      return data({ state: 'not_found' as const }, 404)
    }
    return await answerCreatorPage(request, url, actor, creator, profileMarkup)
  } catch (error) {
    return creatorPageFailed(error, url)
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return creatorMeta(loaderData, matches)
}

export const shouldRevalidate = afterAllButSheets

export default function CreatorProfilePage({ loaderData, matches }: Route.ComponentProps) {
  return <CreatorAnswerView answer={loaderData} brandName={matches[0].loaderData?.brandName} />
}
