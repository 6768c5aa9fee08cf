import { redirect } from 'react-router'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { smallAvatarPath, publicPicture } from '#app/domain/media/picture.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { log } from '#app/platform/log.server.ts'
import { config } from '#app/platform/config.server.ts'
import { cardPicture } from '#app/web/components/creator-card-data.ts'
import type { PictureData } from '#app/web/components/responsive-picture.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { LandingView, type LandingViewProps } from './landing-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/landing'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  cacheable: {},
  screen: { shell: 'full', hydrate: false, tab: 'feed' },
} satisfies RouteHandle

const PICTURES = 12

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  if (actor) throw redirect(await homeOf(actor))
  const { pictures, example } = await shopWindow()
  const column = (from: number): PictureData[] => pictures.filter((_, index) => index % 3 === from)
  return {
    cloths: pictures.slice(0, 5),
    columns: [column(0), column(1), column(2)] as [PictureData[], PictureData[], PictureData[]],
    example,
  }
}

/** Feed links to `/`, which redirects signed-in people: fans to their feed, creators to their page, staff to /admin. */
async function homeOf(person: Person): Promise<string> {
  if (person.userType === 'admin' || person.userType === 'owner') return '/admin'
  if (!person.profileCompleted) return '/profile-setup'
  if (person.userType === 'creator') {
    const creator = await findCreatorById(person.id).catch(() => null)
    // Before the application is sent there is no page: the dashboard redirects to the right step.
    return creator ? `/${creator.username}` : '/dashboard'
  }
  return (await hasPass(person.id).catch(() => false)) ? '/unblocked-feed' : '/public-feed'
}

/** Pictures of visible creators and one page as an example. If they can't be read, the landing page works without them. */
async function shopWindow(): Promise<{ pictures: PictureData[]; example: LandingViewProps['example'] }> {
  try {
    const { creators } = await feedPage({ limit: PICTURES })
    const pictures = creators.filter((creator) => creator.cardMediaId !== null).map(cardPicture)
    const first = creators[0] ? await findCreatorById(creators[0].id) : null
    if (!first?.coverMediaId) return { pictures, example: null }
    return {
      pictures,
      example: {
        address: `${new URL(config().baseUrl).host}/${first.username}`,
        href: `/${first.username}`,
        displayName: first.displayName,
        city: first.city,
        avatarUrl: first.avatarMediaId && smallAvatarPath(first.avatarMediaId),
        cover: publicPicture(first.coverMediaId, 'cover', ''),
      },
    }
  } catch (error) {
    log.error({ err: error }, 'the landing page is shown without pictures')
    return { pictures: [], example: null }
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const description = 'One link in your bio. Fans pay by mobile money or card. You are paid every week.'
  return publicMeta({ title: 'Turn Followers Into Paying Fans', description, path: '/' }, matches)
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  return <LandingView {...loaderData} />
}
