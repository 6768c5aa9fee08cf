import type { ReactNode } from 'react'
import { Glyph } from '#app/ui/card.tsx'
import type { IconName } from '#app/ui/icon.tsx'

type FocusedPageProps = { icon: IconName; title: string; text: ReactNode; children: ReactNode }

/** A page about one thing: its icon, its title, a sentence, and what to do. */
export function FocusedPage({ icon, title, text, children }: FocusedPageProps) {
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <Glyph icon={icon} large />
      <div className="stack stack-4">
        <h1 className="text-h1">{title}</h1>
        <p className="text-secondary">{text}</p>
      </div>
      {children}
    </div>
  )
}
