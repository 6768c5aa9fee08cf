import { type Feature, workingOnly } from '#app/domain/settings/features.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { ProgressBar } from '#app/ui/progress.tsx'
import { BadgeChips, type BadgeData } from './badges.tsx'

/** What a creator's page says of the creator to this viewer: texts and links. */
export type CreatorAboutData = {
  username: string
  displayName: string
  city: string | null
  bio: string
  online: boolean
  badges: readonly BadgeData[]
  followers: number
  subscribers: number
  /** "Full access until 21 Dec 2026". */
  accessUntil: string | null
  /** Where a fan chooses what to be notified of; null for visitors and on the creator's own page. */
  alerts: { href: string; on: boolean } | null
  /** Where the tiles lead; null on the creator's own page. */
  tiles: { chat: string; call: string; book: string; tip: string; request: string; entitled: boolean } | null
  /** Amounts as text, and the progress of the day in percent. */
  goal: { earned: string; goal: string; percent: number }
  /** The top tippers of this week, highest first; empty where they are not shown. */
  supporters: { name: string; amount: string }[]
}

const TILES: { event: 'chat' | 'call' | 'book' | 'tip'; label: string; icon: IconName; needs?: Feature }[] = [
  { event: 'chat', label: 'Chat', icon: 'message-circle', needs: 'chat' },
  { event: 'call', label: 'Call', icon: 'phone', needs: 'calls' },
  { event: 'book', label: 'Book', icon: 'calendar-days', needs: 'bookings' },
  { event: 'tip', label: 'Tip', icon: 'hand-coins' },
]

export function CreatorAbout({ about }: { about: CreatorAboutData }) {
  return (
    <>
      <Identity about={about} />
      {about.tiles && <Tiles name={about.displayName} tiles={about.tiles} />}
      {about.tiles && (
        <LinkButton wide icon="sparkles" href={about.tiles.request}>
          Ask for something custom
        </LinkButton>
      )}
      <Goal goal={about.goal} />
      {about.supporters.length > 0 && <Supporters list={about.supporters} />}
    </>
  )
}

function Identity({ about }: { about: CreatorAboutData }) {
  return (
    <>
      <div className="row row-wrap">
        <h1 className="text-h1-small" translate="no">
          {about.displayName}
        </h1>
        <BadgeChips badges={about.badges} />
      </div>
      <p className="text-muted">
        <span translate="no">{`@${about.username}`}</span>
        {about.city && ` · ${about.city}`}
        {about.online && (
          <>
            {' · '}
            <b className="text-success online-now">Online now</b>
          </>
        )}
      </p>
      {about.bio && <p className="text-body profile-bio">{about.bio}</p>}
      <div className="row row-between">
        <p className="text-secondary">
          <b className="text-strong">{about.followers.toLocaleString('en')}</b>{' '}
          {about.followers === 1 ? 'follower' : 'followers'} {'· '}
          <b className="text-strong">{about.subscribers.toLocaleString('en')}</b>{' '}
          {about.subscribers === 1 ? 'subscriber' : 'subscribers'}
        </p>
        {about.alerts && (
          <a className="link link-target" href={about.alerts.href}>
            {about.alerts.on ? 'Notifications on' : 'Notify me'}{' '}
            <span className="visually-hidden">about {about.displayName}</span>
          </a>
        )}
      </div>
      {about.accessUntil && (
        <p className="row text-success text-strong">
          <Icon name="circle-check" size={20} />
          {about.accessUntil}
        </p>
      )}
    </>
  )
}

function Tiles({ name, tiles }: { name: string; tiles: NonNullable<CreatorAboutData['tiles']> }) {
  return (
    <div className="action-tiles">
      {workingOnly(TILES).map(({ event, label, icon }) => (
        <a
          key={event}
          href={tiles[event]}
          className={joinClasses(event === 'chat' && tiles.entitled && 'action-tile-filled')}
        >
          <Icon name={icon} />
          {label}
          <span className="visually-hidden"> {name}</span>
        </a>
      ))}
    </div>
  )
}

function Goal({ goal }: { goal: CreatorAboutData['goal'] }) {
  return (
    <Card tile className="goal">
      <p>
        <b className="text-strong">Today's goal</b>
        <span>
          <b className="money" translate="no">
            {goal.earned}
          </b>{' '}
          <span className="text-muted">of </span>
          <span className="text-muted money" translate="no">
            {goal.goal}
          </span>
        </span>
      </p>
      <ProgressBar label={`Today's goal: ${goal.earned} of ${goal.goal}`} value={goal.percent} />
    </Card>
  )
}

function Supporters({ list }: { list: CreatorAboutData['supporters'] }) {
  return (
    <Card tile padded className="stack stack-16">
      <div className="row row-between">
        <h2 className="text-h3">Top supporters</h2>
        <span className="text-muted">This week</span>
      </div>
      <ol className="stack stack-16">
        {list.map(({ name, amount }, index) => (
          <li key={index} className="row row-between">
            <span className="row">
              <span className="text-muted">{index + 1}</span>
              <Avatar name={name} src={null} size={32} />
              <span
                className={joinClasses(name === 'You' && 'text-strong')}
                translate={name === 'You' ? undefined : 'no'}
              >
                {name}
              </span>
            </span>
            <b className="money" translate="no">
              {amount}
            </b>
          </li>
        ))}
      </ol>
    </Card>
  )
}
