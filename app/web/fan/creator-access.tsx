import { data, redirect } from 'react-router'
import { type CreatorProfile, findCreatorById, findCreatorByUsername } from '#app/domain/creators/queries.server.ts'
import { findCreatorAccess, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { avatarPath } from '#app/domain/media/picture.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { canBuyCreatorSubscription, type CreatorSubscriptionDenial } from '#app/domain/purchases/policy.ts'
import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'
import { cheapestPrice } from '#app/domain/subscriptions/plan.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { isId } from '#app/platform/id.ts'
import { unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { isAdult } from '#app/web/adult.server.ts'
import { answerBalanceForm, walletOffer } from '#app/web/balance-checkout.server.ts'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { actorContext } from '#app/web/context.server.ts'
import { refuseHidden } from '#app/web/creator-response.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerPaymentForm } from '#app/web/checkout/checkout.server.ts'
import { withReturn } from '#app/web/return-route.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { CreatorAccessView } from './creator-access-view.tsx'
import type { Route } from './+types/creator-access'

export const handle = { shell: 'focused' } satisfies RouteHandle

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const creator = await creatorOf(params.creatorId)
  refuseHidden(actor, creator)
  // A visitor confirms the age on the creator's page.
  if (!isAdult(request, actor)) throw redirect(`/${creator.username}`, 303)
  const renewal = url.searchParams.get('renew') === '1'
  const [pass, subscribedUntil, { plans }] = await Promise.all([
    actor ? holdsPass(actor.id) : null,
    actor ? findCreatorAccess(actor.id, creator.id) : null,
    findPlansForSale(),
  ])
  const at = now()
  const facts = { creatorId: creator.id, passHeld: pass !== null, subscribedUntil, renewal, at }
  const verdict = canBuyCreatorSubscription(actor, facts)
  if (!verdict.allowed && verdict.reason !== 'sign_in_required') throw refusalAnswer(verdict.reason, creator)
  const price: Money = { amountMinor: creator.subscriptionPriceMinor, currency: 'UGX' }
  const starts = subscribedUntil ?? at
  const checkout = checkoutSessionOf(request)
  return data(
    {
      creator: {
        name: creator.displayName,
        username: creator.username,
        avatarUrl: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
      },
      price: formatMoney(price),
      days: CREATOR_SUBSCRIPTION_DAYS,
      until: showDate(addDays(starts, CREATOR_SUBSCRIPTION_DAYS)),
      follows: subscribedUntil ? showDate(subscribedUntil) : null,
      pass: {
        href: subscribeLink('profile', creator.username, null),
        price: formatMoney(cheapestPrice(plans, at)),
      },
      signInHref: actor ? null : withReturn('/auth', `return=full-access&creator=${creator.username}`),
      closeHref: subscribedUntil ? `/gal/${creator.id}` : `/${creator.username}`,
      pay: actor ? await waysOf(actor, creator, price, url) : null,
    },
    { headers: { 'set-cookie': checkout.cookie, 'cache-control': 'private, no-store' } },
  )
}

async function creatorOf(name: string): Promise<CreatorProfile> {
  const creator = isId(name.toLowerCase())
    ? await findCreatorById(name.toLowerCase())
    : await findCreatorByUsername(name.toLowerCase())
  if (!creator) throw new Response('Not found', { status: 404 })
  return creator
}

/** Redirects people who can't buy it: to what they need first, or to what they already have. */
function refusalAnswer(
  reason: Exclude<CreatorSubscriptionDenial, 'sign_in_required'>,
  creator: CreatorProfile,
): Response {
  switch (reason) {
    case 'already_entitled':
      return redirectWithToast(`/gal/${creator.id}`, {
        title: 'Already open',
        description: `The page of ${creator.displayName} is open to you.`,
        tone: 'plain',
      })
    case 'profile_incomplete':
      return redirect(withReturn('/profile-setup', `return=full-access&creator=${creator.username}`), 303)
    case 'own_page':
      return redirect(`/${creator.username}`, 303)
    case 'account_closed':
      return redirectWithToast(`/${creator.username}`, {
        title: 'Payment Error',
        description: 'This account can\u2019t buy anything. Support can tell you why.',
        tone: 'error',
      })
    default:
      return unreachable(reason)
  }
}

/** Paid from the wallet if the balance is enough, else by mobile money or card; each has its own address. */
async function waysOf(person: Person, creator: CreatorProfile, price: Money, url: URL) {
  const changing = url.searchParams.get('change') === '1'
  const address = addressOf(creator.id, url)
  const directly = address({ pay: 'direct' })
  const wallet =
    url.searchParams.get('pay') === 'direct' || changing
      ? null
      : await walletOffer(person, price, { from: 'access', creator: creator.id })
  return {
    wallet: wallet?.missing === null ? wallet : null,
    walletAction: address({ pay: 'wallet' }),
    directHref: directly,
    action: changing ? address({ pay: 'direct', change: '1' }) : directly,
    attempt: randomToken(),
    shownMinor: price.amountMinor.toString(),
    payer: {
      name: person.displayName ?? '',
      email: person.email,
      changeHref: changing || !person.displayName ? null : address({ pay: 'direct', change: '1' }),
    },
    phone: person.phone ?? '',
  }
}

function addressOf(creatorId: string, url: URL): (more?: Record<string, string>) => string {
  const renewal: Record<string, string> = url.searchParams.get('renew') === '1' ? { renew: '1' } : {}
  return (more = {}) => {
    const query = new URLSearchParams({ ...renewal, ...more })
    return query.size > 0 ? `/creators/${creatorId}/subscribe?${query}` : `/creators/${creatorId}/subscribe`
  }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const creator = await creatorOf(params.creatorId)
  const actor: Actor = context.get(actorContext)
  if (!actor) return redirect(withReturn('/auth', `return=full-access&creator=${creator.username}`), 303)
  const product = {
    kind: 'creator_subscription',
    creatorId: creator.id,
    renewal: url.searchParams.get('renew') === '1',
  } as const
  const formAddress = addressOf(creator.id, url)()
  if (url.searchParams.get('pay') !== 'wallet')
    return answerPaymentForm(request, context, { product, intent: { creator: creator.id }, formAddress })
  return answerBalanceForm(request, context, {
    product,
    intent: { creator: creator.id },
    formAddress,
    bought: () =>
      redirectWithToast(`/gal/${creator.id}`, {
        title: 'Full access',
        description: `The page of ${creator.displayName} is open to you for ${CREATOR_SUBSCRIPTION_DAYS} days.`,
        tone: 'plain',
      }),
  })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Get full access', matches)
}

export default function CreatorAccess({ loaderData, actionData }: Route.ComponentProps) {
  return <CreatorAccessView page={loaderData} answer={actionData ?? null} />
}
