import { config } from '#app/platform/config.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { openPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/unauthorized'

export const handle = openPage('Access refused', { shell: 'focused', hydrate: false })

export function loader() {
  const { brandName, adminEmailDomain } = config()
  return { brandName, contact: `hello@${adminEmailDomain}` }
}

/** The page for visitors without a valid invite. It doesn't reveal who has one. */
export default function Unauthorized({ loaderData }: Route.ComponentProps) {
  const { brandName, contact } = loaderData
  return (
    <div className="container container-narrow auth-column">
      <EmptyState
        icon="lock"
        heading="h1"
        title="Access refused"
        action={
          <LinkButton variant="primary" href="/">
            Return to Home
          </LinkButton>
        }
      >
        Only official {brandName} team members with valid invites may access this page. Need access? Ask the person who
        invited you for a new link, or email{' '}
        <a className="link" href={`mailto:${contact}`}>
          {contact}
        </a>
        .
      </EmptyState>
    </div>
  )
}
