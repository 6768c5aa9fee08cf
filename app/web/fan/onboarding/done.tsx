import { feedPage } from '#app/domain/creators/feed.server.ts'
import { facePath } from '#app/domain/media/picture.ts'
import { showDate } from '#app/domain/payments/show-time.ts'
import { findNewestPass } from '#app/domain/subscriptions/queries.server.ts'
import { log } from '#app/platform/log.server.ts'
import { AvatarStack } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { StatusMark } from '#app/ui/status-mark.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { cardPicture } from '#app/web/components/creator-card-data.ts'
import { ResponsivePicture } from '#app/web/components/responsive-picture.tsx'
import { privateMeta } from '#app/web/page-meta.ts'
import { requireFanStep } from '#app/web/fan/onboarding/step.server.ts'
import type { Route } from './+types/done'

export const handle = { shell: 'focused' } as const

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Full Access Unlocked', matches)

const FACES = 5
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const { person, pass } = await requireFanStep(context, url, 'done')
  const [newest, online] = await Promise.all([findNewestPass(person.id), whoIsOnline()])
  const paid = newest && pass?.endsAt && newest.endsAt >= pass.endsAt ? newest : null
  return {
    product: paid ? `${paid.displayName} pass` : 'Full access',
    // A date stays in one line.
    until: pass?.endsAt ? showDate(pass.endsAt).replaceAll(' ', '\u00a0') : null,
    ...online,
  }
}

/** Faces of those who are online; the page is complete without them. */
async function whoIsOnline() {
  try {
    const { creators, next } = await feedPage({ limit: FACES, filter: 'online' })
    const faces = creators.flatMap(({ displayName, cardMediaId }) =>
      cardMediaId ? [{ name: displayName, src: facePath(cardMediaId) }] : [],
    )
    const shown = creators.find((creator) => creator.cardMediaId !== null)
    const verb = creators.length === 1 ? 'Peach is' : 'Peaches are'
    return {
      faces,
      online: creators.length === 0 ? null : `${next ? 'More than five' : NUMBERS[creators.length]} ${verb} online now`,
      band: shown ? cardPicture(shown) : null,
    }
  } catch (error) {
    log.error({ err: error }, 'the creators could not be read for the end of the fan wizard')
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
        <StatusMark state="success" />
        <h1 className="text-h1">Full Access Unlocked</h1>
        <p className="text-lead">
          {until ? (
            <>
              {product}, active until <b className="text-strong">{until}</b>. Nothing renews without you.
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
          <LinkButton variant="primary" wide href="/unblocked-feed">
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
