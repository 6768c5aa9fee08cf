import { useState } from 'react'
import { redirect } from 'react-router'
import { listFollowedCreators } from '#app/domain/creators/feed.server.ts'
import { findPass } from '#app/domain/entitlements/queries.server.ts'
import { avatarPath } from '#app/domain/media/picture.ts'
import { showDate } from '#app/domain/payments/show-time.ts'
import { listBoughtPosts } from '#app/domain/posts/queries.server.ts'
import { findNewestPass } from '#app/domain/subscriptions/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostCard } from '#app/web/components/post-card.tsx'
import { postCard } from '#app/web/components/post-card-data.ts'
import { renditionPath } from '#app/domain/media/media.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { requireCompletePerson } from '#app/web/middleware/actor.server.ts'
import type { Route } from './+types/profile'

export const handle = { shell: 'full', tab: 'profile' } satisfies RouteHandle

const MOST_FAVOURITES = 30
const MOST_BOUGHT = 60

type PassStatus = {
  name: string
  tone: 'success' | 'warning' | 'neutral'
  word: string
  line: string
  action: { label: string; href: string }
}

export async function loader({ context }: Route.LoaderArgs) {
  const person = requireCompletePerson(context, 'return=profile')
  if (person.userType === 'admin' || person.userType === 'owner') throw redirect('/owner-login', 303)
  const [pass, newest, favourites, bought] = await Promise.all([
    findPass(person.id),
    findNewestPass(person.id),
    listFollowedCreators(person.id, MOST_FAVOURITES),
    listBoughtPosts(person, MOST_BOUGHT),
  ])
  const at = now()
  return {
    displayName: person.displayName ?? person.email,
    username: person.username,
    email: person.email,
    avatarUrl: person.avatarMediaId && avatarPath(person.avatarMediaId),
    pass: passStatus(pass, newest),
    favourites: favourites.map((creator) => ({
      id: creator.id,
      name: creator.displayName,
      src: creator.cardMediaId && renditionPath(creator.cardMediaId, { width: 160, format: 'webp' }),
      href: pass ? `/gal/${creator.id}` : `/${creator.username}`,
    })),
    bought: bought.map((post) => ({ card: postCard(post, at), by: post.creator.displayName })),
    feedHref: pass ? '/unblocked-feed' : '/public-feed',
  }
}

function passStatus(
  pass: { endsAt: Date | null } | null,
  newest: { displayName: string; endsAt: Date } | null,
): PassStatus {
  const manage = { label: 'Manage Plan', href: '/subscription' }
  if (pass) {
    const name = newest ? `${newest.displayName} pass` : 'Full access'
    const line = pass.endsAt ? `Until ${showDate(pass.endsAt)}, then it ends by itself` : 'Without an end'
    return { name, tone: 'success', word: 'Active', line, action: manage }
  }
  if (newest) {
    return {
      name: `${newest.displayName} pass`,
      tone: 'warning',
      word: 'Ended',
      line: `Your access ended on ${showDate(newest.endsAt)}. What you bought is kept.`,
      action: manage,
    }
  }
  return {
    name: 'No pass yet',
    tone: 'neutral',
    word: 'None',
    line: 'A pass opens every Peach.',
    action: { label: 'See plans', href: '/subscribe' },
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Profile', matches)
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { displayName, username, email, avatarUrl, pass } = loaderData
  return (
    <div className="container viewer-profile">
      <div className="row">
        <Avatar name={displayName} src={avatarUrl} size={64} />
        <div className="grow">
          <h1 className="text-h1-small">{displayName}</h1>
          <p className="text-muted viewer-profile-line">{username ? `@${username} · ${email}` : email}</p>
        </div>
      </div>
      <div className="viewer-profile-columns">
        <div className="stack stack-24">
          <section className="stack" aria-labelledby="status">
            <h2 className="text-h2" id="status">
              Subscription Status
            </h2>
            <Card padded className="stack">
              <div className="row row-between">
                <h3 className="text-h2">{pass.name}</h3>
                <Chip
                  tone={pass.tone}
                  icon={pass.tone === 'success' ? 'circle-check' : pass.tone === 'warning' ? 'clock' : 'info'}
                >
                  {pass.word}
                </Chip>
              </div>
              <p className="text-secondary">{pass.line}</p>
              <LinkButton variant="primary" wide href={pass.action.href}>
                {pass.action.label}
              </LinkButton>
            </Card>
          </section>
          <Favourites favourites={loaderData.favourites} feedHref={loaderData.feedHref} />
        </div>
        <div className="stack stack-24">
          <Bought bought={loaderData.bought} />
          <SignOut />
        </div>
      </div>
    </div>
  )
}

function SignOut() {
  const [sent, setSent] = useState(false)
  return (
    <form method="post" action="/sign-out" onSubmit={() => setSent(true)}>
      <Button wide icon="log-out" pending={sent} pendingLabel="Signing out...">
        Sign Out
      </Button>
    </form>
  )
}

type LoaderData = Route.ComponentProps['loaderData']

function Favourites({ favourites, feedHref }: Pick<LoaderData, 'favourites' | 'feedHref'>) {
  return (
    <section className="stack" aria-labelledby="favourites">
      <h2 className="text-h2" id="favourites">
        Favorite Creators
      </h2>
      {favourites.length === 0 ? (
        <EmptyState
          compact
          icon="heart"
          heading="h2"
          title="No favorites yet"
          action={<LinkButton href={feedHref}>Find a Peach</LinkButton>}
        >
          Follow a Peach and find her here again.
        </EmptyState>
      ) : (
        <ul className="favourites">
          {favourites.map((favourite) => (
            <li key={favourite.id}>
              <a href={favourite.href}>
                <Avatar name={favourite.name} src={favourite.src} size={64} />
                <span>{favourite.name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Bought({ bought }: Pick<LoaderData, 'bought'>) {
  return (
    <section className="stack" aria-labelledby="bought">
      <h2 className="text-h2" id="bought">
        Bought Posts
      </h2>
      {bought.length === 0 ? (
        <p className="text-secondary">Posts that you unlock stay here for good.</p>
      ) : (
        <div className="post-grid">
          {bought.map(({ card, by }) => (
            <div key={card.id} className="stack stack-4">
              <p className="text-muted">{by}</p>
              <PostCard post={card} />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
