import type { CreatorProfile } from '#app/domain/creators/queries.server.ts'
import { findCreatorAccess, findPass, isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { follows } from '#app/domain/follows/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { avatarPath, publicPicture } from '#app/web/picture.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { countPosts, listPostsForViewer } from '#app/domain/posts/queries.server.ts'
import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'
import { cheapestPrice } from '#app/domain/subscriptions/plan.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { listTipTotals, listTopSupporters } from '#app/domain/tips/queries.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import type { CreatorPage } from './components/creator-profile-view.tsx'
import { POST_PAGE_SIZES } from './post-page-sizes.ts'
import { subscribeLink } from './components/creator-links.ts'
import { postCard, type PostCardData } from './components/post-card-data.ts'

const SUPPORTERS = 3

/** What gives a viewer access, and until when; null for access without an end. */
type Access = { endsAt: Date | null }

/**
 * Everything that a creator's page shows to this viewer. The caller has checked that the creator is visible or is the viewer, and passes on
 * the access that it has found.
 */
export async function loadCreatorPage(
  actor: Actor,
  creator: CreatorProfile,
  url: URL,
  known: Access | null = null,
): Promise<CreatorPage & { posts: PostCardData[] }> {
  const shown = POST_PAGE_SIZES.find((step) => String(step) === url.searchParams.get('posts')) ?? POST_PAGE_SIZES[0]!
  const next = POST_PAGE_SIZES.find((step) => step > shown)
  const own = actor?.id === creator.id
  const [posts, supporters, access, following] = await Promise.all([
    listPostsForViewer(actor, creator.id, shown),
    actor ? listTopSupporters(creator.id, SUPPORTERS) : [],
    known ?? (actor ? accessOf(actor.id, creator.id) : null),
    actor && !own ? follows(actor.id, creator.id) : false,
  ])
  const buys = !own && !access
  const [tips, postCount, plansForSale] = await Promise.all([
    listTipTotals(posts.map((post) => post.id)),
    posts.length < shown ? posts.length : countPosts(creator.id),
    buys ? findPlansForSale() : null,
  ])
  const viewer = own ? 'owner' : access ? 'entitled' : actor ? 'fan' : 'visitor'
  const entitled = viewer === 'entitled'
  const link = (event: 'chat' | 'call' | 'book' | 'tip'): string =>
    entitled ? to[event](creator.id) : subscribeLink('profile', creator.username, event)
  const at = now()
  return {
    ...pictures(creator),
    id: creator.id,
    username: creator.username,
    displayName: creator.displayName,
    city: creator.city,
    bio: creator.bio,
    online: creator.online,
    followers: creator.followers,
    subscribers: creator.subscribers,
    goal: goalOf(creator),
    posts: posts.map((post) => postCard(post, at, { total: tips.get(post.id) ?? null, can: entitled })),
    supporters: supporters.map(({ fanId, name, amount }) => ({
      name: fanId === actor?.id ? 'You' : name,
      amount: formatMoney(amount),
    })),
    postCount,
    morePostsHref: postCount > posts.length && next ? `${url.pathname}?posts=${next}` : null,
    viewer,
    following,
    links: {
      follow: viewer === 'visitor' ? subscribeLink('profile', creator.username, 'follow') : to.follow(creator.id),
      chat: link('chat'),
      call: link('call'),
      book: link('book'),
      tip: link('tip'),
    },
    accessUntil: entitled && access ? accessText(access.endsAt) : null,
    offer: plansForSale && offerOf(actor, creator, formatMoney(cheapestPrice(plansForSale.plans, at))),
  }
}

/**
 * What "Get full access" sells: for a visitor the pass, for a signed-in person a subscription to this creator. The other one is offered
 * beside it.
 */
function offerOf(actor: Actor, creator: CreatorProfile, passPrice: string): NonNullable<CreatorPage['offer']> {
  const price = formatMoney({ amountMinor: creator.subscriptionPriceMinor, currency: 'UGX' })
  const days = `${CREATOR_SUBSCRIPTION_DAYS} days of ${creator.displayName}`
  const passHref = subscribeLink('profile', creator.username, null)
  const href = to.creatorAccess(creator.id)
  if (actor)
    return {
      href,
      price,
      description: days,
      line: `${price} for ${days}`,
      other: { href: passHref, message: `All Peaches, from ${passPrice}` },
    }
  return {
    href: passHref,
    price: passPrice,
    description: 'opens all Peaches',
    line: `From ${passPrice}, for all Peaches`,
    other: { href, message: `${days}, ${price}` },
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

function pictures(creator: CreatorProfile): Pick<CreatorPage, 'avatarUrl' | 'cover'> {
  return {
    avatarUrl: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    cover: creator.coverMediaId ? publicPicture(creator.coverMediaId, 'cover', '') : null,
  }
}

function goalOf(creator: CreatorProfile): CreatorPage['goal'] {
  const { earnedTodayMinor: earned, dailyGoalMinor: goal } = creator
  return {
    earned: formatMoney({ amountMinor: earned, currency: 'UGX' }),
    goal: formatMoney({ amountMinor: goal, currency: 'UGX' }),
    percent: earned >= goal ? 100 : Number((earned * 100n) / goal),
  }
}
