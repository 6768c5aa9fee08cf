import { feedPage } from '#app/domain/creators/feed.server.ts'
import { PUBLIC_FEED } from '#app/domain/settings/constants.ts'
import { isAdult } from '#app/web/adult.server.ts'
import { cardPicture } from '#app/web/components/creator-card-data.ts'
import { OfflinePage } from '#app/web/components/offline-page.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { renditionPath } from '#app/web/picture.ts'
import { beforeAgreements, openPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/offline-feed'

export const handle = beforeAgreements(openPage('Peaches', { shell: 'none', hydrate: false }))

/** The first creators of the public feed, as the service worker keeps them: the same for everybody. Not before somebody said that they are an adult. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!isAdult(request, context.get(actorContext))) throw new Response(null, { status: 404 })
  const { creators } = await feedPage({ limit: PUBLIC_FEED.first, viewerId: null })
  return {
    creators: creators.map((creator) => ({
      id: creator.id,
      name: creator.displayName,
      city: creator.city,
      picture: smallPicture(creator),
    })),
  }
}

/** One file for all screens: which of several would be shown is not known when it is kept. */
function smallPicture(creator: Parameters<typeof cardPicture>[0]): string {
  const mediaId = creator.cardMediaId ?? creator.avatarMediaId
  return mediaId ? renditionPath(mediaId, { width: 320, format: 'webp' }) : cardPicture(creator).src
}

export default function OfflineFeed({ loaderData, matches }: Route.ComponentProps) {
  return (
    <OfflinePage brandName={matches[0].loaderData?.brandName ?? 'Peach'}>
      <div className="feed-head">
        <h1 className="text-h1-small">Peaches</h1>
        <p className="text-muted" hidden>
          {'Saved {saved}'}
        </p>
      </div>
      <div className="card-grid">
        {loaderData.creators.map(({ id, name, city, picture }) => (
          <article key={id} className="card creator-card">
            <span className="creator-picture">
              <img src={picture} width={320} height={400} alt="" />
              <span className="creator-name">
                <h2>{name}</h2>
                {city && <span>{city}</span>}
              </span>
            </span>
          </article>
        ))}
      </div>
      <p className="text-muted">Pages, messages and payments need a connection.</p>
    </OfflinePage>
  )
}
