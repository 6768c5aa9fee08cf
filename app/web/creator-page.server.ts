import type { CreatorProfile } from '#app/domain/creators/queries.server.ts'
import { findPass } from '#app/domain/entitlements/queries.server.ts'
import { follows } from '#app/domain/follows/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { avatarPath, windowPicture } from '#app/domain/media/picture.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/domain/payments/show-time.ts'
import { countPosts, listPostsForViewer } from '#app/domain/posts/queries.server.ts'
import { cheapestPrice } from '#app/domain/subscriptions/plan.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import type { CreatorPage } from './components/creator-profile-view.tsx'
import { actLink, subscribeLink } from './components/creator-links.ts'
import { postCard } from './components/post-card-data.ts'

const FIRST_POSTS = 24
const MOST_POSTS = 240

/** Everything that a creator's page shows to this viewer. The creator has been found visible, or is the viewer. */
export async function loadCreatorPage(actor: Actor, creator: CreatorProfile, url: URL): Promise<CreatorPage> {
  const wanted = Number(url.searchParams.get('posts') ?? 0)
  const shown = Number.isInteger(wanted) ? Math.min(MOST_POSTS, Math.max(FIRST_POSTS, wanted)) : FIRST_POSTS
  const own = actor?.id === creator.id
  const [posts, postCount, pass, following, { plans }] = await Promise.all([
    listPostsForViewer(actor, creator.id, shown),
    countPosts(creator.id),
    actor ? findPass(actor.id) : null,
    actor && !own ? follows(actor.id, creator.id) : false,
    findPlansForSale(),
  ])
  const viewer = own ? 'owner' : pass ? 'entitled' : actor ? 'fan' : 'visitor'
  const entitled = viewer === 'entitled'
  const link = (act: 'chat' | 'call' | 'book' | 'tip'): string =>
    entitled ? actLink(act, creator.id) : subscribeLink('profile', creator.username, act)
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
    posts: posts.map((post) => postCard(post, at)),
    postCount,
    morePostsHref:
      postCount > posts.length && shown < MOST_POSTS ? `${url.pathname}?posts=${shown + FIRST_POSTS}` : null,
    viewer,
    following,
    links: {
      follow:
        viewer === 'visitor' ? subscribeLink('profile', creator.username, 'follow') : actLink('follow', creator.id),
      chat: link('chat'),
      call: link('call'),
      book: link('book'),
      tip: link('tip'),
      access: subscribeLink('profile', creator.username, null),
    },
    accessUntil: entitled ? (pass?.endsAt ? `Full access until ${showDate(pass.endsAt)}` : 'Full access') : null,
    passPrice: formatMoney(cheapestPrice(plans, at)),
  }
}

function pictures(creator: CreatorProfile): Pick<CreatorPage, 'avatarUrl' | 'cover'> {
  return {
    avatarUrl: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    cover: creator.coverMediaId ? windowPicture(creator.coverMediaId, 'cover', '') : null,
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
