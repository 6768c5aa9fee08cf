import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { ProgressBar } from '#app/ui/progress.tsx'
import { FollowToggle } from './follow-toggle.tsx'
import { KeptMarkup } from './kept-markup.tsx'
import { PostCard } from './post-card.tsx'
import type { PostCardData } from './post-card-data.ts'
import type { ShownPost } from './post-card-markup.tsx'
import { ResponsivePicture, type PictureData } from './responsive-picture.tsx'
import { ShareLink } from './share-link.tsx'

export type CreatorPage = {
  id: string
  username: string
  displayName: string
  city: string | null
  bio: string
  avatarUrl: string | null
  cover: PictureData | null
  online: boolean
  followers: number
  subscribers: number
  /** Amounts as text, and the progress of the day in percent. */
  goal: { earned: string; goal: string; percent: number }
  posts: ShownPost[]
  /** The top tippers of this week, highest first; only for viewers with access. */
  supporters: { name: string; amount: string }[]
  postCount: number
  morePostsHref: string | null
  /** `fan` is signed in without a pass; `owner` is the creator. */
  viewer: 'visitor' | 'fan' | 'entitled' | 'owner'
  following: boolean
  links: { follow: string; chat: string; call: string; book: string; tip: string }
  /** "Full access until 21 Dec 2026". */
  accessUntil: string | null
  /** The address and price of "Get full access", and the alternative; null for viewers who have access and for the creator. */
  offer: {
    href: string
    price: string
    description: string
    line: string
    other: { href: string; message: string }
  } | null
}

const tiles: { event: 'chat' | 'call' | 'book' | 'tip'; label: string; icon: IconName }[] = [
  { event: 'chat', label: 'Chat', icon: 'message-circle' },
  { event: 'call', label: 'Call', icon: 'phone' },
  { event: 'book', label: 'Book', icon: 'calendar-days' },
  { event: 'tip', label: 'Tip', icon: 'hand-coins' },
]

/** A creator's page: profile, actions, and the posts as this viewer may see them. */
export function CreatorProfileView({ page }: { page: CreatorPage }) {
  const { offer } = page
  return (
    <div className={joinClasses(offer && 'profile-with-cta')}>
      <div className="cover">
        {page.cover && (
          <ResponsivePicture
            picture={page.cover}
            sizes="(min-width: 768px) 1120px, (min-resolution: 2dppx) 66vw, 100vw"
            eager
          />
        )}
      </div>
      <div className="profile-layout">
        <section className="profile-head" aria-label={page.displayName}>
          <Face page={page} />
          <Identity page={page} />
          {page.viewer !== 'owner' && <Tiles page={page} />}
          <Goal goal={page.goal} />
          {!offer && page.supporters.length > 0 && <Supporters list={page.supporters} />}
          {offer && (
            <div className="wide-only stack stack-8">
              <LinkButton variant="primary" wide href={offer.href}>
                Get full access
              </LinkButton>
              <p className="text-muted text-center">{offer.line}</p>
            </div>
          )}
          {offer && (
            <a className="link link-target text-center" href={offer.other.href}>
              {offer.other.message}
            </a>
          )}
        </section>
        <Posts page={page} />
      </div>
      {offer && (
        <div className="sticky-cta">
          <p>
            <b className="text-h3 money">{offer.price}</b>
            <br />
            <span className="text-caption">{offer.description}</span>
          </p>
          <LinkButton variant="primary" className="grow" href={offer.href}>
            Get full access
          </LinkButton>
        </div>
      )}
    </div>
  )
}

function Face({ page }: { page: CreatorPage }) {
  return (
    <div className="profile-face">
      <Avatar name={page.displayName} src={page.avatarUrl} size={88} bordered />
      <div className="row">
        <ShareLink path={to.creator(page.username)} title={page.displayName} />
        {page.viewer === 'visitor' && (
          <LinkButton href={page.links.follow}>
            Follow<span className="visually-hidden"> {page.displayName}</span>
          </LinkButton>
        )}
        {(page.viewer === 'fan' || page.viewer === 'entitled') && (
          <FollowToggle creatorId={page.id} displayName={page.displayName} following={page.following} />
        )}
      </div>
    </div>
  )
}

function Identity({ page }: { page: CreatorPage }) {
  return (
    <>
      <div className="row row-wrap">
        <h1 className="text-h1-small">{page.displayName}</h1>
        <Chip tone="success" icon="badge-check">
          Verified
        </Chip>
      </div>
      <p className="text-muted">
        {`@${page.username}`}
        {page.city && ` · ${page.city}`}
        {page.online && (
          <>
            {' · '}
            <b className="text-success online-now">Online now</b>
          </>
        )}
      </p>
      {page.bio && <p className="text-body profile-bio">{page.bio}</p>}
      <p className="text-secondary">
        <b className="text-strong">{page.followers.toLocaleString('en')}</b>{' '}
        {page.followers === 1 ? 'follower' : 'followers'} {'· '}
        <b className="text-strong">{page.subscribers.toLocaleString('en')}</b>{' '}
        {page.subscribers === 1 ? 'subscriber' : 'subscribers'}
      </p>
      {page.accessUntil && (
        <p className="row text-success text-strong">
          <Icon name="circle-check" size={20} />
          {page.accessUntil}
        </p>
      )}
    </>
  )
}

function Tiles({ page }: { page: CreatorPage }) {
  return (
    <div className="action-tiles">
      {tiles.map(({ event, label, icon }) => (
        <a
          key={event}
          href={page.links[event]}
          className={joinClasses(event === 'chat' && page.viewer === 'entitled' && 'action-tile-filled')}
        >
          <Icon name={icon} />
          {label}
          <span className="visually-hidden"> {page.displayName}</span>
        </a>
      ))}
    </div>
  )
}

function Goal({ goal }: { goal: CreatorPage['goal'] }) {
  return (
    <Card tile className="goal">
      <p>
        <b className="text-strong">Today's goal</b>
        <span>
          <b className="money">{goal.earned}</b> <span className="text-muted">of </span>
          <span className="text-muted money">{goal.goal}</span>
        </span>
      </p>
      <ProgressBar label={`Today's goal: ${goal.earned} of ${goal.goal}`} value={goal.percent} />
    </Card>
  )
}

function Supporters({ list }: { list: CreatorPage['supporters'] }) {
  return (
    <Card tile padded className="stack stack-16">
      <div className="row row-between">
        <h2 className="text-h3">Top supporters</h2>
        <span className="text-muted">This week</span>
      </div>
      <ol className="stack stack-16">
        {list.map(({ name, amount }, index) => (
          <li key={index} className="row row-between">
            <span className="row">
              <span className="text-muted">{index + 1}</span>
              <Avatar name={name} src={null} size={32} />
              <span className={joinClasses(name === 'You' && 'text-strong')}>{name}</span>
            </span>
            <b className="money">{amount}</b>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Posts({ page }: { page: CreatorPage }) {
  return (
    <section className="stack profile-posts" aria-labelledby="posts">
      <div className="row row-between">
        <h2 className="text-h2" id="posts">
          Posts
        </h2>
        <span className="text-muted">{page.postCount === 1 ? '1 post' : `${page.postCount} posts`}</span>
      </div>
      {page.posts.length === 0 ? (
        <EmptyState compact icon="images" heading="h2" title="No posts yet">
          Follow to be the first to know.
        </EmptyState>
      ) : (
        <div className="post-grid">
          {page.posts.map((post) =>
            isPostData(post) ? (
              <PostCard key={post.id} post={post} />
            ) : (
              <KeptMarkup key={post.id} className="post-kept" markup={post.markup} />
            ),
          )}
        </div>
      )}
      {page.morePostsHref && (
        <LinkButton wide href={page.morePostsHref}>
          More posts
        </LinkButton>
      )}
    </section>
  )
}

/** Whether the post is here as data, to be rendered and, with a player, to be hydrated. */
function isPostData(post: ShownPost): post is PostCardData {
  return post.content !== undefined && post.markup === undefined
}
