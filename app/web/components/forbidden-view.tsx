import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** The page for an address that this person may not open. */
export function ForbiddenView({ homeHref = '/' }: { homeHref?: string }) {
  return (
    <div className="container">
      <EmptyState
        icon="lock"
        eyebrow="403"
        title="You can’t open this page"
        action={<LinkButton href={homeHref}>Go to home</LinkButton>}
      >
        Your account or your role does not include this.
      </EmptyState>
    </div>
  )
}
