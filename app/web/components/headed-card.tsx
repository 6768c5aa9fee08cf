import type { ReactNode } from 'react'
import { Card } from '#app/ui/card.tsx'

export type HeadedCardProps = {
  /** Of the heading, unique on its page. */
  id: string
  title: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A card under its own heading. */
export function HeadedCard({ id, title, aside, headClassName, children }: HeadedCardProps & { headClassName: string }) {
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={headClassName}>
        <h2 className="text-h2" id={id}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}
