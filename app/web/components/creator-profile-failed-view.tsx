import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** The profile could not be read, so we can't tell whether it exists. */
export function CreatorProfileFailedView({ retryHref }: { retryHref: string }) {
  return (
    <div className="container">
      <EmptyState
        icon="triangle-exclamation-point"
        title="Error"
        action={
          <LinkButton variant="primary" icon="refresh-cw" href={retryHref}>
            Try again
          </LinkButton>
        }
      >
        Failed to load creator profile
      </EmptyState>
    </div>
  )
}
