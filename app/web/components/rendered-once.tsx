import type { ReactNode } from 'react'
import { findRendered } from '#app/web/rendered-once.ts'
import { KeptMarkup } from './kept-markup.tsx'

type RenderedOnceProps = {
  as: 'footer' | 'nav'
  className: string
  label?: string
  /** All that the content is made of: people for whom it is the same get the same. */
  facts: readonly unknown[]
  /** Without hooks and handlers. */
  children: () => ReactNode
}

/** An element of the frame whose content is the same for many people: the server renders it once. In the browser it is like any other. */
export function RenderedOnce({ as: Element, className, label, facts, children }: RenderedOnceProps) {
  const markup = import.meta.env.SSR ? findRendered([Element, className, ...facts], children) : undefined
  if (markup === undefined)
    return (
      <Element className={className} aria-label={label}>
        {children()}
      </Element>
    )
  return <KeptMarkup as={Element} className={className} aria-label={label} data-kept={undefined} markup={markup} />
}
