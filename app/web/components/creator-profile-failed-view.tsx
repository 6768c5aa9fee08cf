import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** The profile exists or not, we can't tell now. */
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
