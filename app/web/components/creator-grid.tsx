import { type MouseEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useSheet } from '#app/web/use-sheet.ts'
import { CreatorCard, type CreatorCardData, showFollowing } from './creator-card.tsx'
import { type CreatorFacts, CreatorSheet, factsOfCard, factsOnPage } from './creator-sheet.tsx'
import { saveFollowing } from './follow-toggle.tsx'
import { KeptMarkup } from './kept-markup.tsx'

/** The cards of a feed. A page that the server rendered has only their markup; data that the router loads later has the cards. */
export type CreatorGridData = {
  count: number
  cards?: CreatorCardData[]
  markup?: string
  /** The card whose sheet the address opens. */
  more: CreatorCardData | null
  /** The address of the feed without a sheet. */
  feedHref: string
}

/** The grid of a feed with one sheet for all its cards. Cards have no handlers of their own: the grid handles their buttons and links. */
export function CreatorGrid({ grid, after }: { grid: CreatorGridData; after?: ReactNode }) {
  const { markup, more, feedHref } = grid
  const cards = markup === undefined ? grid.cards : undefined
  const { sheet, openSheet, closeSheet } = useSheet()
  const whole = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<CreatorFacts | null>(null)
  // What a card says is read from the page, also where Forward opens its sheet again.
  useEffect(() => {
    const link = sheet && whole.current?.querySelector(`.creator-more[href="${CSS.escape(sheet)}"]`)
    setOpened(link ? factsOnPage(link.closest('article')!) : null)
  }, [sheet])
  const handlers = {
    onSubmit: follow,
    onClick: (event: MouseEvent<HTMLElement>) => {
      const link = (event.target as Element).closest<HTMLElement>('.creator-more')
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      // Not every browser focuses a link that is pressed, and the sheet gives the focus back to where it was.
      link.focus()
      openSheet(link.getAttribute('href')!)
    },
  }
  const facts = opened ?? (more && factsOfCard(more))
  return (
    <div className="card-grid" ref={whole}>
      {cards ? (
        <div className="card-grid-cards" {...handlers}>
          {cards.map((card, index) => (
            <CreatorCard key={card.id} card={card} position={index + 1} />
          ))}
        </div>
      ) : (
        <KeptMarkup className="card-grid-cards" markup={markup} {...handlers} />
      )}
      {after}
      {facts && <CreatorSheet creator={facts} closeHref={feedHref} onClose={opened ? closeSheet : undefined} />}
    </div>
  )
}

/** Shows the new state at once, and the old one again if saving fails. */
async function follow(event: SubmitEvent<HTMLElement>): Promise<void> {
  const form = event.target
  const button = form.querySelector<HTMLButtonElement>('.follow-button')
  if (!button) return
  event.preventDefault()
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  const following = button.value === 'true'
  const name = form.closest('article')!.querySelector('h2')!.textContent
  showFollowing(button, following, name)
  if (!(await saveFollowing(form.action, following, name))) showFollowing(button, !following, name)
  form.ariaBusy = null
}
