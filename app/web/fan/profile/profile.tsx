import { listFollowedCreators, listHeldCreators } from '#app/domain/creators/feed.server.ts'
import { findPass, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { listRecentFollows } from '#app/domain/follows/queries.server.ts'
import { listSessions } from '#app/domain/identity/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { renditionPath } from '#app/web/picture.ts'
import { avatarPath } from '#app/web/picture.ts'
import { listBoughtPosts } from '#app/domain/posts/queries.server.ts'
import { findPendingPass } from '#app/domain/products/pass/queries.server.ts'
import { findPendingPayments, listRecentPayments } from '#app/domain/purchases/own-payments.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { findNewestPass } from '#app/domain/subscriptions/queries.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { quickHideIsOn } from '#app/web/quick-hide.server.ts'
import { heldRow } from '#app/web/components/held-row.ts'
import { boughtCard } from './bought-card.ts'
import { passStatus } from './pass-status.ts'
import { ProfileView } from './profile-view.tsx'
import { recentActivity } from './recent-activity.ts'
import { personContext } from '#app/web/context.server.ts'
import { memberPage } from '#app/web/page-handle.ts'
import profileStylesUrl from './profile.css?url'
import type { Route } from './+types/profile'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: profileStylesUrl }]

export const handle = memberPage('Profile', { shell: 'full', tab: 'profile' })

const MAX_FAVOURITES = 30
const MAX_BOUGHT = 4
const MAX_RECENT = 8

export async function loader({ request, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [pass, holds, newest, pending, followed, held, bought, payments, follows, unconfirmed, sessions, wallet] =
    await Promise.all([
      findPass(person.id),
      holdsPass(person.id),
      findNewestPass(person.id),
      findPendingPass(person.id),
      listFollowedCreators(person.id, MAX_FAVOURITES),
      listHeldCreators(person.id),
      listBoughtPosts(person, { before: null, limit: MAX_BOUGHT + 1 }),
      listRecentPayments(person.id, MAX_RECENT),
      listRecentFollows(person.id, MAX_RECENT),
      findPendingPayments(person.id),
      listSessions(person),
      walletBalance(person.id),
    ])
  const at = now()
  const mediaLink = mediaLinksFor(person)
  return {
    displayName: person.displayName ?? person.email,
    username: person.username,
    email: person.email,
    avatarUrl: person.avatarMediaId && avatarPath(person.avatarMediaId),
    isFan: person.userType === 'fan',
    birthdayMissing: person.birthday === null,
    pass: passStatus({ held: holds, newest, pending }),
    wallet: formatMoney(wallet),
    held: held.map((creator) => heldRow(creator)),
    favourites: followed.map((creator) => ({
      id: creator.id,
      name: creator.displayName,
      src: creator.cardMediaId && renditionPath(creator.cardMediaId, { width: 160, format: 'webp' }),
      href:
        pass || held.some(({ id }) => id === creator.id) ? to.premiumCreator(creator.id) : to.creator(creator.username),
    })),
    activity: recentActivity(payments, follows, at, unconfirmed),
    bought: bought.slice(0, MAX_BOUGHT).map((post) => boughtCard(post, at, mediaLink)),
    hasMoreBought: bought.length > MAX_BOUGHT,
    feedHref: pass ? to.premiumFeed : to.feed,
    devices: sessions.length,
    quickHide: quickHideIsOn(request),
    brandName: config().brandName,
    // Only somebody who has got something here is asked to keep it on the home screen.
    offersInstall: holds !== null || held.length > 0 || bought.length > 0,
  }
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  return <ProfileView {...loaderData} />
}
