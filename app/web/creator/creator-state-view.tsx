import type { ReactNode } from 'react'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { Tracker, type TrackerStep } from '#app/ui/tracker.tsx'

type ChipTone = 'info' | 'danger' | 'warning' | 'success'

/** Everything that the page of a creator's status shows, as texts. */
export type CreatorStatePage = {
  chip: { tone: ChipTone; icon: IconName; text: string }
  /** Since when: "Sent 21 Nov 2026, 19:12 EAT". */
  since: string | null
  title: string
  text: string
  /** The reviewer's message, with the reference of the decision. */
  note: { message: string; reference: string } | null
  steps: TrackerStep[]
  rows: { icon: IconName; title: string; meta: string; href: string }[]
  appeal: { text: string; label: string; href: string } | null
  event: { label: string; href: string; icon?: IconName; note?: string } | null
}

/** The status of a creator between application and visible page, and the one thing to do next. */
export function CreatorStateView({ page, children }: { page: CreatorStatePage; children?: ReactNode }) {
  const { chip, since, note, appeal, event } = page
  return (
    <div className="container container-narrow stack stack-16">
      <Card as="section" className="state-card">
        <div className="row row-between row-wrap">
          <StatusChip status={chip} />
          {since && <span className="text-muted">{since}</span>}
        </div>
        <h1 className="text-h1">{page.title}</h1>
        {note && <p className="text-body break-lines">{note.message}</p>}
        <p className="text-secondary">{page.text}</p>
        {note && <p className="text-caption">{`Reviewer\u2019s note. Reference ${note.reference}`}</p>}
      </Card>
      {page.steps.length > 0 && (
        <Card padded as="section" aria-label="Steps">
          <Tracker steps={page.steps} />
        </Card>
      )}
      {page.rows.length > 0 && (
        <Card rows>
          {page.rows.map(({ icon, title, meta, href }) => (
            <ListRow key={href} href={href} title={title} meta={meta} leading={<Glyph icon={icon} tone="neutral" />} />
          ))}
        </Card>
      )}
      {appeal && (
        <p className="text-body">
          {appeal.text}{' '}
          <a className="link" href={appeal.href}>
            {appeal.label}
          </a>
        </p>
      )}
      {children}
      {event && (
        <StickyFoot note={event.note}>
          <LinkButton variant="primary" wide href={event.href} icon={event.icon}>
            {event.label}
          </LinkButton>
        </StickyFoot>
      )}
    </div>
  )
}
