import { data } from 'react-router'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { CreatorProfileFailedView } from '#app/web/components/creator-profile-failed-view.tsx'
import { CreatorProfileView } from '#app/web/components/creator-profile-view.tsx'
import { ProfileNotFoundView } from '#app/web/components/not-found-view.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { creatorPageFailed, refuseHidden } from '#app/web/creator-response.server.ts'
import { loadCreatorPage } from '#app/web/creator-page.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { requirePass } from '#app/web/premium-gate.server.ts'
import type { Route } from './+types/premium-creator'

export const handle = { shell: 'full', tab: 'feed' } satisfies RouteHandle

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { person } = await requirePass(context.get(actorContext), params.creatorId.toLowerCase())
  try {
    const creator = await findCreatorById(params.creatorId.toLowerCase())
    if (!creator) return data({ state: 'not_found' as const }, 404)
    refuseHidden(person, creator)
    const page = await loadCreatorPage(person, creator, url)
    if (page.posts.length > 0) void recordUse(person.id, creator.id)
    return data({ state: 'page' as const, page })
  } catch (error) {
    return creatorPageFailed(error, url)
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Profile', matches)
}

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
