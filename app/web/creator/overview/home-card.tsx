import type { ReactNode } from 'react'
import { Card } from '#app/ui/card.tsx'

type HomeCardProps = {
  /** The part of the ids of this card. */
  name: string
  title: string
  /** What stands beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of the dashboard with its heading. */
export function HomeCard({ name, title, aside, children }: HomeCardProps) {
  return (
    <Card as="section" aria-labelledby={`${name}-heading`}>
      <div className="home-card-head">
        <h2 className="text-h2" id={`${name}-heading`}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}
