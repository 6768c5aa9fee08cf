import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

type ErrorViewProps = {
  /** Where to try the same again; this very page unless given. */
  retryHref?: string
  /** What support can look up. */
  requestId?: string
}

/** The page for a failure of ours. */
export function ErrorView({ retryHref = '', requestId }: ErrorViewProps) {
  return (
    <div className="container">
      <EmptyState
        icon="triangle-exclamation-point"
        title="Something went wrong"
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
        The fault is ours. Wait a moment, then try again.
      </EmptyState>
      {requestId && <p className="text-caption text-center">Code for support: {requestId}</p>}
    </div>
  )
}
