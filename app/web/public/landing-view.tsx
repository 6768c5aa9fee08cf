import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { ResponsivePicture, type PictureData } from '#app/web/components/responsive-picture.tsx'

export type LandingViewProps = {
  /** Five 4:5 pictures under the header on a phone. */
  cloths: PictureData[]
  /** Three columns of 4:5 pictures beside the text on a wide screen. */
  columns: [PictureData[], PictureData[], PictureData[]]
  /** A creator's page as an example of a link; omitted if there is none. */
  example: {
    address: string
    href: string
    displayName: string
    city: string | null
    avatarUrl: string | null
    cover: PictureData
  } | null
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

/** The landing page: one link for creators, one for fans. */
export function LandingView({ cloths, columns, example }: LandingViewProps) {
  return (
    <>
      <section className="landing-hero">
        <div className="landing-cloths" aria-hidden="true">
          {cloths.slice(0, 5).map((picture) => (
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
              <p className="text-body landing-way-text">Posts, chat, calls, bookings and tips from one link.</p>
              <LinkButton variant="primary" wide className="landing-way-go" href="/onboarding">
                Become a Creator
              </LinkButton>
            </Card>
            <Card as="section" padded className="landing-way">
              <h2 className="text-h2">For Fans</h2>
              <p className="text-body landing-way-text">Private. No automatic renewals.</p>
              <LinkButton wide className="landing-way-go" href="/public-feed">
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
          <LinkButton variant="primary" href="/onboarding">
            Become a Creator
          </LinkButton>
        </section>
      </div>
    </>
  )
}

function LinkInBio({ example }: { example: LandingViewProps['example'] }) {
  return (
    <Card as="section" className="landing-bio">
      <div className="landing-bio-text">
        <p className="text-eyebrow">Link in bio</p>
        <h2 className="text-h2">One address for everything you sell</h2>
        <p className="text-body">
          Put it in any bio. Followers see your posts, prices and free times, and pay without an app.
        </p>
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
              <b className="text-h3">{example.displayName}</b>
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
