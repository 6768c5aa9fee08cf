import { CHAT_CALLS_BOOKINGS, listWorking } from '#app/domain/settings/features.ts'
import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Glyph, ListRow } from '#app/ui/card.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CARD_ACTIONS, type CreatorCardData } from './creator-card.tsx'

const WITH_A_PASS = `With a pass: ${listWorking(CHAT_CALLS_BOOKINGS)}`

/** What the sheet shows of a creator. */
export type CreatorFacts = {
  displayName: string
  city: string | null
  isOnline: boolean
  href: string
  pictureSrc: string
  /** In the order of the card's actions; the rate is text such as "UGX 5,000". */
  actions: { href: string; rate: string | undefined }[]
  isVisitor: boolean
  reportHref: string
}

export function factsOfCard(card: CreatorCardData): CreatorFacts {
  return {
    displayName: card.displayName,
    city: card.city,
    isOnline: card.isOnline,
    href: card.href,
    pictureSrc: card.picture.src,
    actions: CARD_ACTIONS.map(({ event }) => ({ href: card.links[event], rate: card.rates?.[event] })),
    isVisitor: card.following === undefined,
    reportHref: to.report('creator', card.username),
  }
}

/** The username, or on the premium feed the id, at the end of a creator's address. */
function nameIn(path: string): string {
  return path.split('/').at(-1)!
}

/** The same facts from a card on the page, so that the browser does not need the data of the cards as well. */
export function factsOnPage(card: HTMLElement): CreatorFacts {
  const links = card.querySelectorAll<HTMLAnchorElement>('.creator-links a')
  return {
    displayName: card.querySelector('h2')!.textContent,
    city: card.querySelector('.creator-name > span')?.textContent ?? null,
    isOnline: card.querySelector('.dot') !== null,
    href: card.querySelector<HTMLAnchorElement>('.creator-picture')!.href,
    reportHref: to.report('creator', nameIn(card.querySelector<HTMLAnchorElement>('.creator-picture')!.pathname)),
    pictureSrc: card.querySelector('img')!.currentSrc,
    actions: [...links].map((link) => ({ href: link.href, rate: link.dataset.rate })),
    isVisitor: card.querySelector('form') === null,
  }
}

/** The actions of one creator with their prices: the sheet that "more" opens, one for all cards of a page. */
export function CreatorSheet({
  creator,
  closeHref,
  onClose,
}: {
  creator: CreatorFacts
  closeHref: string
  onClose?: () => void
}) {
  const { displayName, city, isOnline, actions } = creator
  return (
    <Dialog
      title={displayName}
      description={
        <>
          {city}
          {isOnline && (
            <>
              {city && ' · '}
              <b className="text-success">Online now</b>
            </>
          )}
        </>
      }
      leading={<Avatar name={displayName} src={creator.pictureSrc} size={56} />}
      closeHref={closeHref}
      onClose={onClose}
    >
      <div>
        {CARD_ACTIONS.map(({ event, label, icon, unit }, index) => (
          <ListRow
            key={event}
            className="creator-sheet-row"
            href={actions[index]!.href}
            leading={<Glyph icon={icon} />}
            title={label}
            trailing={
              actions[index]!.rate && (
                <>
                  <b className="text-h3 money" translate="no">
                    {actions[index]!.rate}
                  </b>
                  <span className="text-muted">{unit}</span>
                </>
              )
            }
          />
        ))}
        <LinkButton variant="primary" wide className="creator-sheet-profile" href={creator.href}>
          View profile
        </LinkButton>
        <p className="text-center">
          <a className="link link-target" href={creator.reportHref}>
            Report {displayName}
          </a>
        </p>
        {creator.isVisitor && <p className="text-caption creator-sheet-note">{WITH_A_PASS}</p>}
      </div>
    </Dialog>
  )
}
