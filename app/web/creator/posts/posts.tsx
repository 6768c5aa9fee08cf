import { countOwnPosts, listOwnPosts, POST_FILTERS, type PostFilter } from '#app/domain/posts/own-posts.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Chip, FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { personContext } from '#app/web/context.server.ts'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import { TileFace } from './media-tiles.tsx'
import { postRow, type PostRowData } from './post-row.ts'
import postsStylesUrl from './posts.css?url'
import type { Route } from './+types/posts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: postsStylesUrl }]

export const handle = creatorPage('Posts', { shell: 'full', tab: 'posts' })

const LABELS: Readonly<Record<PostFilter, string>> = {
  all: 'All',
  locked: 'Locked',
  review: 'In review',
  drafts: 'Drafts',
  scheduled: 'Scheduled',
  archived: 'Archived',
  refused: 'Refused',
}

const EMPTY: Readonly<Record<PostFilter, string>> = {
  all: 'No posts yet',
  locked: 'No locked posts',
  review: 'Nothing is in review',
  drafts: 'No drafts',
  scheduled: 'Nothing is scheduled',
  archived: 'Nothing is archived',
  refused: 'Nothing was refused',
}

/** A creator's own posts, with a chip for each kind. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const asked = url.searchParams.get('show')
  const filter = POST_FILTERS.find((one) => one === asked) ?? 'all'
  const address = (show: PostFilter, before?: string) =>
    withQuery(to.ownPosts, { show: show === 'all' ? null : show, before })
  const [counts, { shown, ...hrefs }] = await Promise.all([
    countOwnPosts(person.id),
    keysetPage(url, {
      limit: 30,
      read: (page) => listOwnPosts(person.id, { filter, ...page }),
      idOf: (post) => post.id,
      address: (before) => address(filter, before),
    }),
  ])
  const at = now()
  const mediaLink = mediaLinksFor(person)
  return {
    filter,
    chips: POST_FILTERS.map((one) => ({ name: one, href: address(one), count: counts[one] })),
    posts: shown.map((post) => postRow(post, at, mediaLink)),
    ...hrefs,
  }
}

export default function Posts({ loaderData }: Route.ComponentProps) {
  const { filter, chips, posts, newestHref, olderHref } = loaderData
  return (
    <div className="container own-posts stack stack-16">
      <DashboardTabs active="posts" />
      <div className="row row-between own-posts-head">
        <h1 className="text-h1">Posts</h1>
        <span className="own-posts-links">
          <LinkButton href={to.commentsReceived} icon="message-circle" variant="quiet">
            Comments
          </LinkButton>
          <LinkButton href={toDashboard.vault} icon="folder" variant="quiet">
            Vault
          </LinkButton>
        </span>
      </div>
      <FilterChips label="Which posts">
        {chips.map((chip) => (
          <FilterChip key={chip.name} href={chip.href} active={chip.name === filter}>
            {LABELS[chip.name]}{' '}
            <span className="money" translate="no">
              {chip.count}
            </span>
          </FilterChip>
        ))}
      </FilterChips>
      {posts.length === 0 ? (
        <EmptyState compact icon="images" title={EMPTY[filter]}>
          {filter === 'all' ? 'Your first post can be a photo, a video, a voice note or a few words.' : null}
        </EmptyState>
      ) : (
        <ul className="own-post-list">
          {posts.map((post) => (
            <OwnPostRow key={post.id} post={post} />
          ))}
        </ul>
      )}
      <OlderLinks what="posts" newestHref={newestHref} olderHref={olderHref} />
      <StickyFoot>
        <LinkButton href={toDashboard.newPost} variant="primary" icon="plus" wide>
          New post
        </LinkButton>
      </StickyFoot>
    </div>
  )
}

function OwnPostRow({ post }: { post: PostRowData }) {
  return (
    <li>
      <a className="own-post" href={post.href}>
        <span className="own-post-picture">
          {post.tile ? <TileFace tile={post.tile} /> : <span className="tile-sign">Aa</span>}
          {post.locked && (
            <span className="own-post-lock">
              <Icon name="lock" size={16} />
            </span>
          )}
        </span>
        <span className="own-post-facts">
          <b className="text-h3">{post.title}</b>
          <span className="text-muted">{post.line}</span>
          {post.refusal && <span className="text-danger">{post.refusal}</span>}
          {post.topics && <span className="text-muted own-post-topics">{post.topics}</span>}
          <span className="own-post-chips">
            <Chip tone={post.chip.tone} icon={post.chip.icon} small>
              {post.chip.label}
            </Chip>
            {post.pinned && (
              <Chip small icon="pin">
                Pinned
              </Chip>
            )}
          </span>
        </span>
      </a>
    </li>
  )
}
