import type { ReactNode } from 'react'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Glyph, ListRow } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { useClosingDetails } from '#app/ui/use-closing-details.ts'
import { ResponsivePicture, type PictureData } from './responsive-picture.tsx'

/** What a feed shows of a creator. */
export type CreatorCardData = {
  id: string
  username: string
  displayName: string
  city: string | null
  isOnline: boolean
  isNew: boolean
  /** The creator's page. */
  href: string
  picture: PictureData
  /** The addresses of the four actions; for a fan `follow` takes a form post, for a visitor it is a page. */
  links: { follow: string; chat: string; call: string; book: string }
  /** Prices as text, such as "UGX 5,000", shown beside the actions if known. */
  rates?: { chat: string; call: string; book: string }
  /** Missing for a visitor, who can't follow yet. */
  following?: boolean
}

type CreatorCardProps = {
  card: CreatorCardData
  /** Position in the list from 1, which is also its anchor `peach-N`. The first picture loads eagerly. */
  position: number
  /** Replaces the follow form, for example with one that updates before the server answers. */
  follow?: ReactNode
}

const events: { event: 'chat' | 'call' | 'book'; label: string; icon: IconName; unit: string }[] = [
  { event: 'chat', label: 'Chat', icon: 'message-circle', unit: 'per message' },
  { event: 'call', label: 'Call', icon: 'phone', unit: 'per minute, rounded up' },
  { event: 'book', label: 'Book', icon: 'calendar-days', unit: 'per hour' },
]

// A 3x screen gets the 2x picture: the difference is invisible, and data costs money.
const sizes = '(min-width: 1100px) 211px, (min-width: 768px) 24vw, (min-resolution: 2.5dppx) 31vw, 46vw'

/** A creator in a feed: picture, name, place, online status, and the four actions (three of them behind "more" on a phone). */
export function CreatorCard({ card, position, follow }: CreatorCardProps) {
  const { displayName, city, isOnline, isNew, href, picture, links } = card
  return (
    <article className="card creator-card" id={`peach-${position}`}>
      <a className="creator-picture" href={href}>
        <ResponsivePicture picture={picture} sizes={sizes} eager={position === 1} />
        {isOnline ? (
          <Chip className="creator-chip" tone="solid" small dot>
            Live<span className="visually-hidden">, online now</span>
          </Chip>
        ) : (
          isNew && (
            <Chip className="creator-chip" tone="solid" small>
              New
            </Chip>
          )
        )}
        <span className="creator-name">
          <h2>{displayName}</h2>
          {city && (
            <span>
              <Icon name="map-pin" size={14} />
              {city}
            </span>
          )}
        </span>
      </a>
      <div className="creator-actions">
        {follow ?? <FollowForm action={links.follow} following={card.following} displayName={displayName} />}
        <MoreSheet card={card} />
      </div>
      <div className="creator-links">
        {events.map(({ event, label, icon }) => (
          <a key={event} href={links[event]}>
            <Icon name={icon} size={20} />
            {label}
            <span className="visually-hidden">{` ${event === 'chat' ? 'with ' : ''}${displayName}`}</span>
          </a>
        ))}
      </div>
    </article>
  )
}

/** Follow and unfollow as a plain form; the field `following` is the requested state. A visitor gets a link instead. */
function FollowForm({ action, following, displayName }: { action: string; following?: boolean; displayName: string }) {
  if (following === undefined) {
    return (
      <LinkButton href={action}>
        Follow<span className="visually-hidden"> {displayName}</span>
      </LinkButton>
    )
  }
  return (
    <form method="post" action={action}>
      <input type="hidden" name="following" value={String(!following)} />
      <FollowButton following={following} displayName={displayName} />
    </form>
  )
}

/** The button of any follow form; it shows the current state. */
export function FollowButton({ following, displayName }: { following: boolean; displayName: string }) {
  return (
    <Button
      wide
      variant={following ? 'success' : 'outline'}
      icon={following ? 'check' : undefined}
      aria-pressed={following}
    >
      {following ? 'Following' : 'Follow'}
      <span className="visually-hidden"> {displayName}</span>
    </Button>
  )
}

function MoreSheet({ card }: { card: CreatorCardData }) {
  const { displayName, city, isOnline, href, picture, links, rates } = card
  const details = useClosingDetails()
  return (
    <div className="creator-more">
      <details ref={details}>
        <summary aria-label={`More with ${displayName}: chat, call, book`}>
          <span className="creator-dots">
            <Icon name="ellipsis" />
          </span>
          <span className="creator-close">
            <Icon name="x" />
          </span>
        </summary>
        <div className="creator-sheet">
          <div className="creator-sheet-head">
            <Avatar name={displayName} src={picture.src} size={56} />
            <p>
              <span className="text-h2">{displayName}</span>
              <br />
              <span className="text-muted">
                {city}
                {isOnline && (
                  <>
                    {city && ' · '}
                    <b className="text-success">Online now</b>
                  </>
                )}
              </span>
            </p>
          </div>
          {events.map(({ event, label, icon, unit }) => (
            <ListRow
              key={event}
              className="creator-sheet-row"
              href={links[event]}
              leading={<Glyph icon={icon} />}
              title={label}
              trailing={
                rates && (
                  <>
                    <b className="text-h3 money">{rates[event]}</b>
                    <span className="text-muted">{unit}</span>
                  </>
                )
              }
            />
          ))}
          <LinkButton variant="primary" wide className="creator-sheet-profile" href={href}>
            View profile
          </LinkButton>
          {card.following === undefined && (
            <p className="text-caption creator-sheet-note">Chat, calls and bookings open with a pass</p>
          )}
        </div>
      </details>
    </div>
  )
}
