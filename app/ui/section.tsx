import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { joinClasses } from './join-classes.ts'

type SectionProps = {
  /** Of the heading, unique on its page. */
  id: string
  title: ReactNode
  heading?: 'h2' | 'h3'
  /** How large the heading looks: as its level, unless said. */
  size?: 'h2' | 'h3'
  /** On a card, with space around. */
  card?: boolean
  /** The space between its parts. */
  gap?: 'stack-8' | 'stack-12' | 'stack-16'
  children: ReactNode
}

/** A part of a page under a heading of its own. */
export function Section({ id, title, heading: Heading = 'h2', size = Heading, card, gap, children }: SectionProps) {
  const inside = (
    <>
      <Heading className={`text-${size}`} id={id}>
        {title}
      </Heading>
      {children}
    </>
  )
  const shared = { className: joinClasses('stack', gap), 'aria-labelledby': id }
  return card ? (
    <Card as="section" padded {...shared}>
      {inside}
    </Card>
  ) : (
    <section {...shared}>{inside}</section>
  )
}
