import { type BesideCreator, type CreatorProfile, findCreatorWith } from '#app/domain/creators/queries.server.ts'
import { findCreatorAccess, findPass, isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { findFollowing, FOLLOWING_OF_CREATOR, type Following } from '#app/domain/follows/queries.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { avatarPath, publicPicture } from '#app/web/picture.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { countPostViews } from '#app/domain/posts/count-views.server.ts'
import { countPosts, listPostsForViewer, listPostsInPreview, type PostView } from '#app/domain/posts/queries.server.ts'
import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'
import { cheapestPrice } from '#app/domain/subscriptions/plan.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import {
  listTopSupporters,
  type Supporter,
  SUPPORTERS_OF_CREATOR,
  SUPPORTERS_SHOWN,
} from '#app/domain/tips/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { isId } from '#app/platform/id.ts'
import { readTogether } from '#app/platform/read-together.server.ts'
import type { CreatorPage } from './components/creator-profile-view.tsx'
import { mediaKeysFor } from './media-links.server.ts'
import type { MediaKey } from './media-links.ts'
import { POST_PAGE_SIZES } from './post-page-sizes.ts'
import { subscribeLink } from './components/creator-links.ts'
import type { CreatorAboutData } from './components/creator-about.tsx'
import type { PictureData } from './components/responsive-picture.tsx'

/** A creator's page for one viewer: what its fragments are made from, and the rest as the page gets it. */
export type CreatorPageFacts = Omit<CreatorPage, 'cover' | 'about' | 'posts'> & {
  cover: PictureData | null
  about: CreatorAboutData
  posts: { views: PostView[]; at: Date; keyOf: MediaKey; canTip: boolean; count: number; moreHref: string | null }
}

/** What gives a viewer access, and until when; null for access without an end. */
type Access = { endsAt: Date | null }

/** What a page shows of a creator besides the profile. */
type BesideProfile = { shown: number; posts: PostView[]; supporters: Supporter[]; following: Following | null }

async function readBesideProfile(actor: Actor, creator: CreatorProfile, url: URL): Promise<BesideProfile> {
  const shown = shownOf(url)
  const [posts, supporters, following] = await readTogether(() =>
    Promise.all([
      isPreview(actor, creator) ? listPostsInPreview(actor, shown) : listPostsForViewer(actor, creator.id, shown),
      actor ? listTopSupporters(creator.id, SUPPORTERS_SHOWN) : [],
      actor && actor.id !== creator.id ? findFollowing(actor.id, creator.id) : null,
    ]),
  )
  return { shown, posts, supporters, following }
}

/** Whether creators in review look at their own page, which nobody else can see yet. */
export function isPreview(actor: Actor, creator: CreatorProfile): actor is Person {
  return actor?.id === creator.id && creator.inReview
}

/** How many posts an address asks for. */
function shownOf(url: URL): number {
  return POST_PAGE_SIZES.find((step) => String(step) === url.searchParams.get('posts')) ?? POST_PAGE_SIZES[0]!
}

const PAGE: BesideCreator<Pick<BesideProfile, 'supporters' | 'following'>> = {
  name: 'page',
  columns: `${SUPPORTERS_OF_CREATOR.columns}, ${FOLLOWING_OF_CREATOR.columns}`,
  read: (row: Parameters<typeof SUPPORTERS_OF_CREATOR.read>[0] & Parameters<typeof FOLLOWING_OF_CREATOR.read>[0]) => ({
    supporters: SUPPORTERS_OF_CREATOR.read(row),
    following: FOLLOWING_OF_CREATOR.read(row),
  }),
}

/** A creator by id with all that the page shows besides, in two statements that are sent together. */
export async function readCreatorPage(
  viewer: Person,
  creatorId: string,
  url: URL,
): Promise<{ creator: CreatorProfile; beside: BesideProfile } | null> {
  if (!isId(creatorId)) return null
  const shown = shownOf(url)
  const [found, posts] = await readTogether(() =>
    Promise.all([findCreatorWith(creatorId, viewer.id, PAGE), listPostsForViewer(viewer, creatorId, shown)]),
  )
  if (!found) return null
  const { supporters, following } = found.beside
  const own = viewer.id === creatorId
  return { creator: found.creator, beside: { shown, posts, supporters, following: own ? null : following } }
}

/**
 * Everything that a creator's page shows to this viewer. The caller has checked that the creator is visible or is the viewer, and passes on
 * the access and the rows that it has read.
 */
export async function loadCreatorPage(
  actor: Actor,
  creator: CreatorProfile,
  url: URL,
  known: { access?: Access; beside?: BesideProfile } = {},
): Promise<CreatorPageFacts> {
  const own = actor?.id === creator.id
  const [{ shown, posts, supporters, following }, access] = await readTogether(() =>
    Promise.all([
      known.beside ?? readBesideProfile(actor, creator, url),
      known.access ?? (actor ? accessOf(actor.id, creator.id) : null),
    ]),
  )
  const next = POST_PAGE_SIZES.find((step) => step > shown)
  if (actor && !own)
    countPostViews(
      actor.id,
      posts.filter((post) => post.content.open).map((post) => post.id),
    )
  const buys = !own && !access
  const [postCount, plansForSale] = await Promise.all([
    posts.length < shown ? posts.length : countPosts(creator.id),
    buys ? findPlansForSale() : null,
  ])
  const viewer = own ? 'owner' : access ? 'entitled' : actor ? 'fan' : 'visitor'
  const entitled = viewer === 'entitled'
  const link = (event: 'chat' | 'call' | 'book' | 'tip'): string =>
    entitled ? to[event](creator.id) : subscribeLink('profile', creator.username, event)
  const { id, username, displayName, city, bio, online, badges, followers, subscribers } = creator
  const pass = plansForSale && cheapestPrice(plansForSale.plans, now())
  const offer = plansForSale && offerOf(creator, pass)
  return {
    id,
    username,
    displayName,
    avatarUrl: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    cover: creator.coverMediaId ? publicPicture(creator.coverMediaId, 'cover', '') : null,
    about: {
      username,
      displayName,
      city,
      bio,
      online,
      badges,
      followers,
      subscribers,
      accessUntil: entitled && access ? accessText(access.endsAt) : null,
      alerts: following && { href: to.creatorAlerts(id), on: following.alerts.posts || following.alerts.live },
      tiles: own
        ? null
        : {
            chat: link('chat'),
            call: link('call'),
            book: link('book'),
            tip: link('tip'),
            request: entitled
              ? withQuery(to.requestForm, { creator: id })
              : subscribeLink('profile', username, 'request'),
            entitled,
          },
      goal: goalOf(creator),
      supporters: (offer ? [] : supporters).map(({ fanId, name, amount }) => ({
        name: fanId === actor?.id ? 'You' : name,
        amount: formatMoney(amount),
      })),
    },
    posts: {
      views: posts,
      at: now(),
      keyOf: mediaKeysFor(actor),
      canTip: entitled,
      count: postCount,
      moreHref: postCount > posts.length && next ? `${url.pathname}?posts=${next}` : null,
    },
    viewer,
    preview: isPreview(actor, creator),
    following: following?.following ?? false,
    followHref: viewer === 'visitor' ? subscribeLink('profile', username, 'follow') : to.follow(id),
    offer,
  }
}

/** "Get full access" leads everybody to one page with both offers: this creator alone, and the pass for all. Where no pass is on sale, to the first. */
function offerOf(creator: CreatorProfile, pass: Money | null): NonNullable<CreatorPage['offer']> {
  const only: Money = { amountMinor: creator.subscriptionPriceMinor, currency: 'UGX' }
  if (pass === null)
    return {
      href: to.creatorAccess(creator.id),
      price: formatMoney(only),
      description: `${CREATOR_SUBSCRIPTION_DAYS} days of ${creator.displayName}`,
    }
  const lower = pass.currency === 'UGX' && pass.amountMinor < only.amountMinor ? pass : only
  return {
    href: subscribeLink('profile', creator.username, null),
    price: `From ${formatMoney(lower)}`,
    description: `${creator.displayName} alone, or all Peaches`,
  }
}

/** What gives this viewer access: the pass, or else a subscription to this creator. Null if nothing does. */
async function accessOf(accountId: string, creatorId: string): Promise<Access | null> {
  const pass = await findPass(accountId)
  if (pass) return pass
  return (await isEntitledTo(accountId, creatorId)) ? { endsAt: await findCreatorAccess(accountId, creatorId) } : null
}

function accessText(endsAt: Date | null): string {
  return endsAt ? `Full access until ${showDate(endsAt)}` : 'Full access'
}

function goalOf(creator: CreatorProfile): CreatorAboutData['goal'] {
  const { earnedTodayMinor: earned, dailyGoalMinor: goal } = creator
  return {
    earned: formatMoney({ amountMinor: earned, currency: 'UGX' }),
    goal: formatMoney({ amountMinor: goal, currency: 'UGX' }),
    percent: earned >= goal ? 100 : Number((earned * 100n) / goal),
  }
}
