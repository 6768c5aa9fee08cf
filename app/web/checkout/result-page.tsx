import type { ReactNode } from 'react'
import { useGoingOn, useRevalidation } from './payment-watch.ts'

type ResultPageProps = {
  /** The result is still open: the page refreshes by itself. */
  waits: boolean
  /** Where it continues by itself. */
  onward: { href: string; seconds: number } | null
  children: ReactNode
}

/** The frame of the page after a payment page. */
export function ResultPage({ waits, onward, children }: ResultPageProps) {
  useRevalidation(waits)
  useGoingOn(onward)
  return (
    <div className="container container-narrow result-page">
      {/* Without script a meta refresh reloads the page or continues. */}
      <noscript>
        {waits && <meta httpEquiv="refresh" content="10" />}
        {onward && <meta httpEquiv="refresh" content={`${onward.seconds};url=${onward.href}`} />}
      </noscript>
      {children}
    </div>
  )
}
