import { feedPage } from '#app/domain/creators/feed.server.ts'
import { facePath } from '#app/web/picture.ts'
import { showDate } from '#app/platform/dates.ts'
import { findNewestPass } from '#app/domain/subscriptions/queries.server.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { AvatarStack } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { StatusMark } from '#app/ui/status-mark.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { cardPicture } from '#app/web/components/creator-card-data.ts'
import { ResponsivePicture } from '#app/web/components/responsive-picture.tsx'
import { fanStep, fanStepContext } from '#app/web/fan/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import doneStylesUrl from './done.css?url'
import type { Route } from './+types/done'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: doneStylesUrl }]

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'signed_in', gate: fanStep('done') } },
  title: 'Full Access Unlocked',
  screen: { shell: 'focused' },
} satisfies RouteHandle

const FACES = 5
// More are counted as "30+".
const MAX_COUNTED = 30

export async function loader({ context }: Route.LoaderArgs) {
  const { person, pass } = context.get(fanStepContext)
  const [newest, online] = await Promise.all([findNewestPass(person.id), whoIsOnline()])
  const paid = newest && pass?.endsAt && newest.endsAt >= pass.endsAt ? newest : null
  return {
    product: paid ? `${paid.displayName} pass` : 'Full access',
    // Keeps the date on one line.
    until: pass?.endsAt ? showDate(pass.endsAt).replaceAll(' ', '\u00a0') : null,
    ...online,
  }
}

/** Pictures and number of the creators online; the page works without them. */
async function whoIsOnline() {
  try {
    const { creators, next } = await feedPage({ limit: MAX_COUNTED, filter: 'online' })
    const faces = creators
      .slice(0, FACES)
      .flatMap(({ displayName, cardMediaId }) =>
        cardMediaId ? [{ name: displayName, src: facePath(cardMediaId) }] : [],
      )
    const shown = creators.find((creator) => creator.cardMediaId !== null)
    const count = next ? `${MAX_COUNTED}+` : String(creators.length)
    return {
      faces,
      online: creators.length === 0 ? null : `${count} ${creators.length === 1 ? 'creator' : 'creators'} online`,
      band: shown ? cardPicture(shown) : null,
    }
  } catch (error) {
    log.error({ err: error }, 'the creators could not be read for the last page of the fan wizard')
    return { faces: [], online: null, band: null }
  }
}

export default function FanDone({ loaderData }: Route.ComponentProps) {
  const { product, until, faces, online, band } = loaderData
  return (
    <div className="fan-done">
      {band && (
        <div className="fan-done-band">
          <ResponsivePicture picture={{ ...band, alt: '' }} sizes="(min-width: 768px) 480px, 100vw" eager />
        </div>
      )}
      <div className="container container-narrow centered">
        <StatusMark state="success" className={band ? 'fan-done-mark' : undefined} />
        <h1 className="text-h1">Full Access Unlocked</h1>
        <p className="text-lead">
          {until ? (
            <>
              {product}, active until <b className="text-strong">{until}</b>. It does not renew by itself.
            </>
          ) : (
            <>{product} is active.</>
          )}
        </p>
        {faces.length > 0 && <AvatarStack people={faces} size={40} />}
        {online && <p className="text-muted">{online}</p>}
      </div>
      <div className="container container-narrow">
        <StickyFoot>
          <LinkButton variant="primary" wide href={to.premiumFeed}>
            Start browsing
          </LinkButton>
          <LinkButton variant="quiet" wide href="/">
            Go to home
          </LinkButton>
        </StickyFoot>
      </div>
    </div>
  )
}
