import { type ComponentProps, useState } from 'react'
import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, IconLink, LinkButton } from '#app/ui/button.tsx'
import { Card, FactRows, Glyph, ListRow } from '#app/ui/card.tsx'
import { Chip, type Tone } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { Section } from '#app/ui/section.tsx'
import { HeldCreators } from '#app/web/components/held-creators.tsx'
import { InstallOffer } from '#app/web/components/install-offer.tsx'
import type { Route } from './+types/profile'
import { BoughtPosts } from './bought-posts.tsx'
import type { PassStatus } from './pass-status.ts'

type ProfileViewProps = Route.ComponentProps['loaderData']

/** A person's own page: what is theirs first, then the account. */
export function ProfileView(props: ProfileViewProps) {
  const { displayName, username, email } = props
  return (
    <div className="container viewer-profile">
      <div className="row viewer-profile-head">
        <Avatar name={displayName} src={props.avatarUrl} size={64} />
        <div className="grow">
          <h1 className="text-h1-small viewer-profile-line" translate="no">
            {displayName}
          </h1>
          <p className="text-muted viewer-profile-line" translate="no">
            {username ? `@${username} · ${email}` : email}
          </p>
        </div>
        <IconLink icon="pencil" label="Edit profile" variant="outline" href={to.editProfile} />
      </div>
      {props.birthdayMissing && (
        <Banner
          tone="warning"
          icon="calendar-days"
          title="Your birthday is missing"
          action={
            <LinkButton size="small" href={to.birthday}>
              Add it
            </LinkButton>
          }
        >
          Add your birthday to open what you pay for. Peach is only for people who are 18 or older.
        </Banner>
      )}
      {props.offersInstall && <InstallOffer brandName={props.brandName} />}
      <Bought bought={props.bought} hasMoreBought={props.hasMoreBought} />
      <div className="viewer-profile-columns">
        <div className="stack stack-24">
          {props.held.length > 0 && <HeldCreators rows={props.held} />}
          <Favourites favourites={props.favourites} feedHref={props.feedHref} />
          <Wallet balance={props.wallet} />
          <Subscription pass={props.pass} />
        </div>
        <div className="stack stack-24">
          <RecentActivity activity={props.activity} />
          <PrivacyAndSecurity devices={props.devices} quickHide={props.quickHide} />
          <More isFan={props.isFan} hasPass={props.pass.state === 'active'} />
          <SignOut />
        </div>
      </div>
    </div>
  )
}

const LOOKS: Record<PassStatus['state'], { tone: Tone; icon: IconName }> = {
  none: { tone: 'neutral', icon: 'info' },
  active: { tone: 'success', icon: 'circle-check' },
  expired: { tone: 'warning', icon: 'clock' },
  pending: { tone: 'info', icon: 'clock' },
}

function Subscription({ pass }: { pass: PassStatus }) {
  const look = LOOKS[pass.state]
  return (
    <Section id="status" title="Subscription Status">
      <Card padded className="stack">
        <div className="row row-between">
          <h3 className="text-h2">{pass.name}</h3>
          <Chip tone={look.tone} icon={look.icon}>
            {pass.word}
          </Chip>
        </div>
        <p className="text-secondary">{pass.line}</p>
        <LinkButton variant="primary" wide href={pass.action.href}>
          {pass.action.label}
        </LinkButton>
        {pass.pendingHref && (
          <LinkButton variant="quiet" wide href={pass.pendingHref}>
            See your payment
          </LinkButton>
        )}
      </Card>
    </Section>
  )
}

function Wallet({ balance }: { balance: string }) {
  return (
    <Card rows>
      <ListRow
        href={to.wallet}
        leading={<Glyph icon="wallet" />}
        title="Wallet"
        meta="Top up, history, receipts"
        sum={
          <span className="money" translate="no">
            {balance}
          </span>
        }
      />
      <ListRow
        href={to.requests}
        leading={<Glyph icon="sparkles" />}
        title="Custom requests"
        meta="What you asked creators for"
      />
    </Card>
  )
}

function Favourites({ favourites, feedHref }: Pick<ProfileViewProps, 'favourites' | 'feedHref'>) {
  return (
    <Section id="favourites" title="Favorite Creators">
      {favourites.length === 0 ? (
        <EmptyState
          compact
          icon="heart"
          title="No favorites yet"
          action={<LinkButton href={feedHref}>Find a Peach</LinkButton>}
        >
          Follow a Peach to see her here.
        </EmptyState>
      ) : (
        <ul className="favourites">
          {favourites.map((favourite) => (
            <li key={favourite.id}>
              <a href={favourite.href}>
                <Avatar name={favourite.name} src={favourite.src} size={64} />
                <span translate="no">{favourite.name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function RecentActivity({ activity }: Pick<ProfileViewProps, 'activity'>) {
  return (
    <Section id="activity" title="Recent Activity">
      {activity.length === 0 ? (
        <p className="text-secondary">Payments, unlocks and follows appear here.</p>
      ) : (
        <Card rows as="ul">
          {activity.map((row) => (
            <li key={row.key}>
              <ListRow
                href={row.href}
                leading={<Glyph icon={row.icon} tone={row.tone} />}
                title={row.title}
                meta={row.meta}
                sum={
                  row.price && (
                    <span className="money" translate="no">
                      {row.price}
                    </span>
                  )
                }
                plain={row.price !== null}
              />
            </li>
          ))}
        </Card>
      )}
    </Section>
  )
}

function PrivacyAndSecurity({ devices, quickHide }: Pick<ProfileViewProps, 'devices' | 'quickHide'>) {
  const rows: ComponentProps<typeof FactRows>['facts'] = [
    {
      href: to.security,
      icon: 'smartphone',
      title: 'Sign-in and devices',
      meta: `${devices === 1 ? '1 device' : `${devices} devices`}, passkeys`,
    },
    { href: to.notificationChoices, icon: 'bell', title: 'Notifications', meta: 'What we send you, and how' },
    { href: `${to.security}#quick-hide`, icon: 'eye-off', title: 'Quick hide', meta: quickHide ? 'On' : 'Off' },
    {
      href: to.dataExport,
      icon: 'download',
      title: 'Download my data',
      meta: 'Everything that we store about you',
    },
    { href: to.deletion, icon: 'trash', title: 'Delete account', meta: 'You can change your mind later' },
  ]
  return (
    <Section id="privacy" title="Privacy & Security">
      <FactRows facts={rows} />
    </Section>
  )
}

/** Ways that start on the landing page, which nobody who is signed in sees. */
function More({ isFan, hasPass }: { isFan: boolean; hasPass: boolean }) {
  const rows: ComponentProps<typeof FactRows>['facts'] = [
    ...(isFan && !hasPass
      ? [
          {
            href: to.fanOnboarding.intro,
            icon: 'sparkles',
            title: 'What a pass opens',
            meta: 'In a few steps, to the plans',
          } as const,
        ]
      : []),
    ...(isFan
      ? [
          {
            href: to.creatorOnboarding.intro,
            icon: 'badge-check',
            title: 'Become a creator',
            meta: 'A page of your own, with your prices',
          } as const,
        ]
      : []),
    {
      href: to.passSharing,
      icon: 'info',
      title: 'How passes are shared',
      meta: 'Which creators get what you pay',
    },
  ]
  return (
    <Section id="more" title="More of Peach">
      <FactRows facts={rows} />
    </Section>
  )
}

function Bought({ bought, hasMoreBought }: Pick<ProfileViewProps, 'bought' | 'hasMoreBought'>) {
  return (
    <Section id="bought" title="My posts">
      {bought.length === 0 ? (
        <p className="text-secondary">Posts that you unlock stay here.</p>
      ) : (
        <BoughtPosts strip posts={bought} />
      )}
      {hasMoreBought && (
        <LinkButton wide href={to.myPosts}>
          See all my posts
        </LinkButton>
      )}
    </Section>
  )
}

function SignOut() {
  const [sent, setSent] = useState(false)
  return (
    <form method="post" action={to.signOut} onSubmit={() => setSent(true)}>
      <Button wide icon="log-out" pending={sent} pendingLabel="Signing out...">
        Sign Out
      </Button>
    </form>
  )
}
