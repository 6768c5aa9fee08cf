import { useLocation } from 'react-router'
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

/** The page for internal failures and exceeded limits, by the HTTP status of the response. */
export function ErrorView({ status = 500 }: { status?: number }) {
  const { pathname, search } = useLocation()
  const refusal = REFUSALS[status]
  return (
    <div className="container">
      <EmptyState
        icon="triangle-exclamation-point"
        title={refusal?.title ?? 'Something went wrong'}
        action={
          <>
            <LinkButton variant="primary" href={pathname + search}>
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
    </div>
  )
}
