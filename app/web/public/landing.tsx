import { CHAT_CALLS_BOOKINGS, listWorking } from '#app/domain/settings/features.ts'
import { redirect } from 'react-router'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { publicPicture, smallAvatarPath } from '#app/web/picture.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { log } from '#app/platform/log.server.ts'
import { config } from '#app/platform/config.server.ts'
import { cardPicture } from '#app/web/components/creator-card-data.ts'
import { ResponsivePicture } from '#app/web/components/responsive-picture.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { PageSheet } from '#app/web/first-view/first-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import landingStylesUrl from './landing.css?url'
import type { Route } from './+types/landing'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  cacheable: {},
  screen: { shell: 'full', hydrate: false, tab: 'feed', firstView: 'landing' },
} satisfies RouteHandle

const PICTURES = 12

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  if (actor) throw redirect(await homeOf(actor))
  const { pictures, example } = await publicPictures()
  return {
    /** Under the header on a phone; in three columns beside the text on a wide screen. */
    cloths: pictures.slice(0, 5),
    columns: [0, 1, 2].map((column) => pictures.filter((_, index) => index % 3 === column)),
    example,
  }
}

/** Feed links to `/`, which redirects signed-in people: fans to their feed, creators to their page, staff to /admin. */
async function homeOf(person: Person): Promise<string> {
  if (person.userType === 'admin' || person.userType === 'owner') return toAdmin.overview
  if (!person.profileCompleted) return to.profileSetup
  if (person.userType === 'creator') {
    const creator = await findCreatorById(person.id).catch(() => null)
    // Before the application is sent there is no page: the dashboard redirects to the right step.
    return creator ? to.creator(creator.username) : to.dashboard
  }
  return (await hasPass(person.id).catch(() => false)) ? to.premiumFeed : to.feed
}

/** Pictures of visible creators and one page as an example. If they can't be read, the landing page works without them. */
async function publicPictures() {
  try {
    const { creators } = await feedPage({ limit: PICTURES })
    const pictures = creators.filter((creator) => creator.cardMediaId !== null).map(cardPicture)
    const first = creators[0] ? await findCreatorById(creators[0].id) : null
    if (!first?.coverMediaId) return { pictures, example: null }
    return {
      pictures,
      example: {
        address: `${new URL(config().baseUrl).host}/${first.username}`,
        href: to.creator(first.username),
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

const trust: { title: string; text: string; icon: IconName; tone: 'success' | 'locked' | 'info' | 'accent' }[] = [
  {
    title: 'Verified creators',
    text: 'Our team reviews every creator first.',
    icon: 'badge-check',
    tone: 'success',
  },
  {
    title: 'Private content',
    text: 'Locked posts are blurred and watermarked for each viewer.',
    icon: 'lock',
    tone: 'locked',
  },
  {
    title: 'Secure payments',
    text: 'MTN, Airtel or card. You approve with your own PIN.',
    icon: 'smartphone',
    tone: 'info',
  },
  {
    title: 'Safe environment',
    text: '18+ only, with reporting on every profile and chat.',
    icon: 'shield-check',
    tone: 'accent',
  },
]

const SOLD = listWorking(['Posts', ...CHAT_CALLS_BOOKINGS, 'tips'])

/** The landing page: one link for creators, one for fans. */
export default function Landing({ loaderData: { cloths, columns, example } }: Route.ComponentProps) {
  return (
    <>
      <PageSheet page="landing" href={landingStylesUrl} />
      <section className="landing-hero">
        <div className="landing-cloths" aria-hidden="true">
          {cloths.map((picture) => (
            <ResponsivePicture key={picture.src} picture={{ ...picture, alt: '' }} sizes="64px" />
          ))}
        </div>
        <div className="landing-text">
          <Chip tone="accent">18+ · Verified creators</Chip>
          <h1 className="text-hero landing-title">
            Turn Followers <span className="landing-line">Into Paying Fans</span>
          </h1>
          <p className="text-lead landing-lead">
            One link in your bio. Fans pay by mobile money or card. You are paid every week.
          </p>
          <div className="landing-ways">
            <Card as="section" padded className="landing-way">
              <h2 className="text-h2">For Creators</h2>
              <p className="text-body landing-way-text">{SOLD} from one link.</p>
              <LinkButton variant="primary" wide className="landing-way-go" href={to.creatorOnboarding.intro}>
                Become a Creator
              </LinkButton>
            </Card>
            <Card as="section" padded className="landing-way">
              <h2 className="text-h2">For Fans</h2>
              <p className="text-body landing-way-text">Private. No automatic renewals.</p>
              <LinkButton wide className="landing-way-go" href={to.feed}>
                Support your Creator
              </LinkButton>
            </Card>
          </div>
          <dl className="landing-facts">
            <div>
              <dt>80%</dt>
              <dd>of what fans spend is yours</dd>
            </div>
            <div>
              <dt>Every week</dt>
              <dd>payouts to mobile money</dd>
            </div>
            <div>
              <dt>18+</dt>
              <dd>reviewed by people</dd>
            </div>
          </dl>
        </div>
        <div className="landing-columns" aria-hidden="true">
          {columns.map((pictures, index) => (
            <div key={index}>
              {pictures.map((picture) => (
                <ResponsivePicture key={picture.src} picture={{ ...picture, alt: '' }} sizes="156px" />
              ))}
            </div>
          ))}
        </div>
      </section>
      <div className="container landing-below">
        <LinkInBio example={example} />
        <ul className="landing-trust">
          {trust.map((card) => (
            <Card as="li" padded key={card.title}>
              <Glyph icon={card.icon} tone={card.tone} />
              <h3 className="text-h3">{card.title}</h3>
              <p className="text-secondary">{card.text}</p>
            </Card>
          ))}
        </ul>
        <section className="landing-close">
          <h2 className="text-h2">Your link can be live this week</h2>
          <p>Setup takes about 10 minutes. You keep 80% of what fans spend, paid every week.</p>
          <LinkButton variant="primary" href={to.creatorOnboarding.intro}>
            Become a Creator
          </LinkButton>
        </section>
      </div>
    </>
  )
}

function LinkInBio({ example }: { example: Route.ComponentProps['loaderData']['example'] }) {
  return (
    <Card as="section" className="landing-bio">
      <div className="landing-bio-text">
        <p className="text-eyebrow">Link in bio</p>
        <h2 className="text-h2">One address for everything you sell</h2>
        <p className="text-body">Put it in any bio. Followers see your posts and prices, and pay without an app.</p>
        {example && (
          <a className="landing-address" href={example.href}>
            <Icon name="link" size={16} />
            {example.address}
          </a>
        )}
      </div>
      {example && (
        <div className="landing-bio-picture">
          <ResponsivePicture
            picture={{ ...example.cover, alt: '' }}
            sizes="(min-width: 768px) 560px, (min-resolution: 2dppx) 44vw, 100vw"
          />
          <div className="card card-tile landing-bio-person">
            <Avatar name={example.displayName} src={example.avatarUrl} />
            <p className="grow">
              <b className="text-h3" translate="no">
                {example.displayName}
              </b>
              {example.city && <span className="text-muted">{example.city}</span>}
            </p>
            <Chip tone="success" icon="badge-check">
              Verified
            </Chip>
          </div>
        </div>
      )}
    </Card>
  )
}
