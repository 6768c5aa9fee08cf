import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** What isn't a failure but a limit: what happened, and what to do next. */
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
  /** Of the answer; a failure of ours unless given. */
  status?: number
  /** Where to try the same again; this very page unless given. */
  retryHref?: string
  /** What support can look up. */
  requestId?: string
}

/** The page for a failure of ours, and for what is beyond a limit. */
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
        {refusal?.text ?? 'The fault is ours. Wait a moment, then try again.'}
      </EmptyState>
      {requestId && <p className="text-caption text-center">Code for support: {requestId}</p>}
    </div>
  )
}
