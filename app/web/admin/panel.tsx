import type { ReactNode } from 'react'
import { Card } from '#app/ui/card.tsx'

type PanelProps = {
  /** Of the heading, unique on its page. */
  id: string
  title: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of the overviews under its own heading. */
export function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <Card as="section" aria-labelledby={id}>
      <div className="admin-panel-head">
        <h2 className="text-h2" id={id}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}
