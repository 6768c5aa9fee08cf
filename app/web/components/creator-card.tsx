import { type Feature, workingOnly } from '#app/domain/settings/features.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { ResponsivePicture, type PictureData } from './responsive-picture.tsx'

/** What a feed shows of a creator. */
export type CreatorCardData = {
  id: string
  username: string
  displayName: string
  city: string | null
  isOnline: boolean
  isNew: boolean
  isTop: boolean
  isVerified: boolean
  /** The creator's page. */
  href: string
  picture: PictureData
  /** The addresses of the four actions; for a fan `follow` takes a form post, for a visitor it is a page. */
  links: { follow: string; chat: string; call: string; book: string }
  /** Prices as text, such as "UGX 5,000", shown beside the actions if known. */
  rates?: { chat: string; call: string; book: string }
  /** The page with the sheet of this card open, for browsers without script. */
  moreHref: string
  /** Missing for a visitor, who can't follow yet. */
  following?: boolean
}

export type CreatorCardProps = {
  card: CreatorCardData
  /** Position in the list from 1, which is also its anchor `peach-N`. The first picture loads eagerly. */
  position: number
}

type CardAction = { event: 'chat' | 'call' | 'book'; label: string; icon: IconName; unit: string; needs: Feature }

export const CARD_ACTIONS: readonly CardAction[] = workingOnly<CardAction>([
  { event: 'chat', label: 'Chat', icon: 'message-circle', unit: 'per message', needs: 'chat' },
  { event: 'call', label: 'Call', icon: 'phone', unit: 'per minute, rounded up', needs: 'calls' },
  { event: 'book', label: 'Book', icon: 'calendar-days', unit: 'per hour', needs: 'bookings' },
])

/** "chat", or "chat, call, book". */
export const CARD_ACTION_NAMES = CARD_ACTIONS.map(({ event }) => event).join(', ')

// A 3x screen gets the 2x picture: the difference is invisible, and data costs money.
const sizes =
  '(min-width: 1100px) 211px, (min-width: 768px) 24vw, (min-width: 560px) 31vw, (min-resolution: 2.5dppx) 29vw, 44vw'

/** The cards that a phone shows first: their pictures load before the others. */
const ON_A_PHONE = 6

/**
 * A creator in a feed: picture, name, place, online status, and the four actions (three of them behind "more" on a phone). It has no state
 * and no handlers, because its markup is rendered once for many people: the grid around it handles what is pressed.
 */
export function CreatorCard({ card, position }: CreatorCardProps) {
  const { displayName, city, isOnline, isVerified, href, picture, links, rates } = card
  // One chip at most: the badges that a card can have beside Verified.
  const badge = card.isTop ? 'Top' : card.isNew ? 'New' : null
  return (
    <article className="card creator-card" id={`peach-${position}`}>
      <a className="creator-picture" href={href}>
        <ResponsivePicture picture={picture} sizes={sizes} eager={position === 1} late={position > ON_A_PHONE} />
        {isOnline ? (
          <Chip className="creator-chip" tone="solid" small dot>
            {card.isTop ? 'Live · Top' : 'Live'}
            <span className="visually-hidden">, online now</span>
          </Chip>
        ) : (
          badge && (
            <Chip className="creator-chip" tone="solid" small>
              {badge}
            </Chip>
          )
        )}
        <span className="creator-name">
          <h2 className={isVerified ? 'creator-verified' : undefined} translate="no">
            {displayName}
          </h2>
          {city && (
            <span>
              <Icon name="map-pin" size={14} />
              {city}
            </span>
          )}
        </span>
      </a>
      <div className="creator-actions">
        <FollowForm action={links.follow} following={card.following} displayName={displayName} />
        <a className="creator-more" href={card.moreHref} aria-label={`More with ${displayName}: ${CARD_ACTION_NAMES}`}>
          <Icon name="ellipsis" />
        </a>
      </div>
      <div className="creator-links">
        {CARD_ACTIONS.map(({ event, label, icon }) => (
          <a
            key={event}
            href={links[event]}
            data-rate={rates?.[event]}
            aria-label={`${label} ${event === 'chat' ? 'with ' : ''}${displayName}`}
          >
            <Icon name={icon} size={20} />
            {label}
          </a>
        ))}
      </div>
    </article>
  )
}

/** Follow and unfollow as a plain form; the button sends the requested state. A visitor gets a link instead. */
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
      <FollowButton following={following} displayName={displayName} />
    </form>
  )
}

/** The button of any follow form; it shows the current state and sends the other one. */
export function FollowButton({ following, displayName }: { following: boolean; displayName: string }) {
  return (
    <Button
      wide
      name="following"
      value={String(!following)}
      className="follow-button"
      variant={following ? 'success' : 'outline'}
      icon="check"
      aria-pressed={following}
      aria-label={`${followLabel(following)} ${displayName}`}
    >
      {followLabel(following)}
    </Button>
  )
}

/** Shows another state on a follow button that React does not render again. */
export function showFollowing(button: HTMLButtonElement, following: boolean, displayName: string): void {
  button.value = String(!following)
  button.setAttribute('aria-pressed', String(following))
  button.classList.toggle('button-success', following)
  button.classList.toggle('button-outline', !following)
  button.setAttribute('aria-label', `${followLabel(following)} ${displayName}`)
  button.querySelector('.button-label')!.textContent = followLabel(following)
}

function followLabel(following: boolean): string {
  return following ? 'Following' : 'Follow'
}
