import { useLocation } from 'react-router'
import { to } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState, type EmptyStateProps } from '#app/ui/empty-state.tsx'
import type { IconName } from '#app/ui/icon.tsx'

type Way = { href: string; label: string; icon?: IconName; variant?: 'primary' | 'quiet' | 'outline' }

/** A page that says one thing: what happened, and where to go from here. */
export function Notice({ ways, ...state }: Omit<EmptyStateProps, 'action'> & { ways: Way[] }) {
  return (
    <div className="container">
      <EmptyState
        {...state}
        action={ways.map(({ label, variant = 'primary', ...link }) => (
          <LinkButton key={link.href} variant={variant} {...link}>
            {label}
          </LinkButton>
        ))}
      />
    </div>
  )
}

/** The 404 page. */
export function NotFoundView() {
  return (
    <Notice icon="compass" eyebrow="404" title="Page not found" ways={[{ href: '/', label: 'Go to home' }]}>
      The address may be mistyped, or the page has moved.
    </Notice>
  )
}

/** The page for a username that no creator has. */
export function ProfileNotFoundView() {
  return (
    <Notice icon="user-round" title="Profile not found" ways={[{ href: to.feed, label: 'Back to Feed' }]}>
      This Peach profile doesn't exist yet.
    </Notice>
  )
}

/** A creator's page that could not be read, with the specification's text and a link to retry. */
export function CreatorProfileFailedView({ retryHref }: { retryHref: string }) {
  return (
    <Notice
      icon="triangle-exclamation-point"
      title="Error"
      ways={[{ href: retryHref, label: 'Try again', icon: 'refresh-cw' }]}
    >
      Failed to load creator profile
    </Notice>
  )
}

/** Above a feed whose creators could not be read. */
export function FeedNotLoaded({ retryHref }: { retryHref: string }) {
  return (
    <Banner
      tone="danger"
      title="Could not load the Peaches."
      role="alert"
      action={
        <LinkButton size="small" icon="refresh-cw" href={retryHref}>
          Retry
        </LinkButton>
      }
    >
      Check your connection and try again.
    </Banner>
  )
}

/** The page for an address that this person may not open. */
export function ForbiddenView() {
  const home: Way = { href: '/', label: 'Go to home', variant: 'outline' }
  return (
    <Notice icon="lock" eyebrow="403" title="You can’t open this page" ways={[home]}>
      Your account or your role does not include this.
    </Notice>
  )
}

/** Limits, not failures: what happened, and what to do next. */
const REFUSALS: Record<number, { title: string; text: string }> = {
  // No answer came.
  0: { title: 'No connection', text: 'Check your network, then try again.' },
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
  const { title, text } = REFUSALS[status] ?? {
    title: 'Something went wrong',
    text: 'This is our fault. Wait a moment, then try again.',
  }
  return (
    <Notice
      icon="triangle-exclamation-point"
      title={title}
      ways={[
        { href: pathname + search, label: 'Try again' },
        { href: '/', label: 'Go to home', variant: 'quiet' },
      ]}
    >
      {text}
    </Notice>
  )
}
