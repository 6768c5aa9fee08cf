import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** The 404 page. */
export function NotFoundView() {
  return (
    <div className="container">
      <EmptyState
        icon="compass"
        eyebrow="404"
        title="Page not found"
        action={
          <LinkButton variant="primary" href="/">
            Go to home
          </LinkButton>
        }
      >
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </div>
  )
}

/** The page for a username that no creator has. */
export function ProfileNotFoundView() {
  return (
    <div className="container">
      <EmptyState
        icon="user-round"
        title="Profile not found"
        action={
          <LinkButton variant="primary" href={to.feed}>
            Back to Feed
          </LinkButton>
        }
      >
        This Peach profile doesn't exist yet.
      </EmptyState>
    </div>
  )
}
