import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** The page for an address that exists and is not for the one who asks. */
export function ForbiddenView({ homeHref = '/' }: { homeHref?: string }) {
  return (
    <div className="container">
      <EmptyState
        icon="lock"
        eyebrow="403"
        title="This page is not open to you"
        action={<LinkButton href={homeHref}>Go to home</LinkButton>}
      >
        Your account or your role does not include this.
      </EmptyState>
    </div>
  )
}
