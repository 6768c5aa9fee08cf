import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** Limits, not failures: what happened, and what to do next. */
const REFUSALS: Record<number, { title: string; text: string }> = {
  413: {
    title: 'This is too large',
    text: 'Nothing was changed. Go back, shorten what you typed or choose a smaller file, then send it again.',
  },
  429: { title: 'Too many requests', text: 'Wait a minute, then try again.' },
  503: { title: 'Peach is very busy', text: 'Wait a few seconds, then try again.' },
}

export const REFUSAL_TITLES = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, { title }]) => [status, title]),
) as Record<number, string>

type ErrorViewProps = {
  /** HTTP status of the response; an internal failure by default. */
  status?: number
  /** Where to try again; this page by default. */
  retryHref?: string
  /** The request id, for support. */
  requestId?: string
}

/** The page for internal failures and exceeded limits. */
export function ErrorView({ status = 500, retryHref = '', requestId }: ErrorViewProps) {
  const refusal = REFUSALS[status]
  return (
    <div className="container">
      <EmptyState
        icon="triangle-exclamation-point"
        title={refusal?.title ?? 'Something went wrong'}
        action={
          <>
            <LinkButton variant="primary" href={retryHref}>
              Try again
            </LinkButton>
            <LinkButton variant="quiet" href="/">
              Go to home
            </LinkButton>
          </>
        }
      >
        {refusal?.text ?? 'This is our fault. Wait a moment, then try again.'}
      </EmptyState>
      {requestId && <p className="text-caption text-center">Code for support: {requestId}</p>}
    </div>
  )
}
