import { capitalised } from '#app/platform/graphemes.ts'
import { CHAT_CALLS_BOOKINGS, listWorking } from '#app/domain/settings/features.ts'
import { data, redirect } from 'react-router'
import { type CreatorProfile, findCreator } from '#app/domain/creators/queries.server.ts'
import { findCreatorAccess, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { avatarPath } from '#app/web/picture.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { canBuyCreatorSubscription } from '#app/domain/products/creator-subscription/policy.ts'
import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'
import { cheapestPrice } from '#app/domain/subscriptions/plan.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { destinationOfAccess, readReturnTo } from '#app/domain/products/return-to.ts'
import { addressOf } from '#app/target-address.ts'
import { to } from '#app/links.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { isAdult } from '#app/web/adult.server.ts'
import { checkoutAction, checkoutHeaders, checkoutLoader } from '#app/web/checkout/checkout.server.ts'
import { denyVisit } from '#app/web/checkout/refusals.server.ts'
import { addressAt, type Sale, wayToPay } from '#app/web/checkout/sale.ts'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { actorContext } from '#app/web/context.server.ts'
import { refuseHidden } from '#app/web/creator-response.server.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton, NotNow } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckList } from '#app/ui/check-list.tsx'
import { CheckoutForm } from '#app/web/checkout/checkout-form.tsx'
import type { Route } from './+types/creator-access'

// A visitor sees the offer and signs in to take it.
export const handle = {
  audience: 'members',
  policy: { GET: 'checked_by_domain', POST: 'checked_by_domain' },
  title: '30 days of one Peach',
  screen: { shell: 'focused' },
} satisfies RouteHandle

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const creator = await creatorOf(params.creatorId)
  refuseHidden(actor, creator)
  const own = to.creator(creator.username)
  // A visitor confirms the age on the creator's page.
  if (!isAdult(request, actor)) throw redirect(own, 303)
  const sale = saleOf(creator, url)
  const [pass, subscribedUntil, { plans }] = await Promise.all([
    actor ? holdsPass(actor.id) : null,
    actor ? findCreatorAccess(actor.id, creator.id) : null,
    findPlansForSale(),
  ])
  const at = now()
  const facts = { creatorId: creator.id, passHeld: pass !== null, subscribedUntil, renewal: sale.order.renewal, at }
  const verdict = canBuyCreatorSubscription(actor, facts)
  if (!verdict.allowed && verdict.reason !== 'sign_in_required')
    throw denyVisit(verdict.reason, {
      setup: withReturnTo(to.profileSetup, sale.address()),
      page: own,
      entitled: sale.entitled,
    })
  const price: Money = { amountMinor: creator.subscriptionPriceMinor, currency: 'UGX' }
  const passPrice = cheapestPrice(plans, at)
  return data(
    {
      creator: {
        name: creator.displayName,
        username: creator.username,
        avatarUrl: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
      },
      price: formatMoney(price),
      days: CREATOR_SUBSCRIPTION_DAYS,
      until: showDate(addDays(subscribedUntil ?? at, CREATOR_SUBSCRIPTION_DAYS)),
      // The end of the current subscription, which the new days follow; null if they begin at once.
      follows: subscribedUntil ? showDate(subscribedUntil) : null,
      pass: passPrice && {
        href: subscribeLink('profile', creator.username, null),
        price: formatMoney(passPrice),
      },
      signInHref: actor ? null : withReturnTo(to.signIn, sale.address()),
      backHref: subscribedUntil ? to.premiumCreator(creator.id) : own,
      checkout: actor && (await checkoutOf(actor, url, sale, price)),
    },
    { headers: checkoutHeaders(request) },
  )
}

async function creatorOf(name: string): Promise<CreatorProfile> {
  const creator = orNotFound(await findCreator(name))
  return creator
}

/** Paid from the wallet if the balance is enough, else by mobile money or card. */
async function checkoutOf(person: Person, url: URL, sale: Sale, price: Money) {
  const checkout = await checkoutLoader(url, person, sale, price)
  return { ...checkout, wallet: checkout.wallet?.missing === null ? checkout.wallet : null }
}

export async function action(args: Route.ActionArgs) {
  const creator = await creatorOf(args.params.creatorId)
  const sale = saleOf(creator, args.url)
  if (!args.context.get(actorContext)) return redirect(withReturnTo(to.signIn, sale.address()), 303)
  return checkoutAction(args, sale)
}

function saleOf({ id, displayName }: CreatorProfile, url: URL) {
  const renewal = url.searchParams.get('renew') === '1'
  const { intent, post, message } = readReturnTo(url.searchParams)
  // What the days are bought for, and opened after them: the post that was tapped, a conversation.
  const wanted = { ...(intent && { intent }), ...(post && { post }), ...(message && { message }) }
  const page = addressOf(destinationOfAccess({ ...wanted, creator: id }))
  return {
    order: { kind: 'creator_subscription', creatorId: id, renewal },
    from: wayToPay(url),
    address: addressAt(to.creatorAccess(id), { ...wanted, ...(renewal && { renew: '1' }) }),
    returnTo: { ...wanted, creator: id },
    topUpFor: { ...wanted, from: 'access', creator: id },
    bought: {
      path: page,
      title: `${CREATOR_SUBSCRIPTION_DAYS} days`,
      description: `The page of ${displayName} is open to you for ${CREATOR_SUBSCRIPTION_DAYS} days.`,
      tone: 'plain',
    },
    entitled: { path: page, title: 'Already open', description: `The page of ${displayName} is open to you.` },
  } as const satisfies Sale
}

const OPENS = ['Every post for subscribers', capitalised(listWorking(CHAT_CALLS_BOOKINGS)), 'Tips and unlocks'] as const

/** 30 days of one creator, with the pass offered beside it. */
export default function CreatorAccess({ loaderData: page, actionData }: Route.ComponentProps) {
  const { creator, price, days, until, follows } = page
  return (
    <div className="container container-narrow stack stack-16">
      <div className="row">
        <Avatar name={creator.name} src={creator.avatarUrl} size={64} />
        <div>
          <h1 className="text-h1-small">{follows ? `Renew ${days} days` : `${days} days of ${creator.name}`}</h1>
          <p className="text-muted" translate="no">{`${creator.name} · @${creator.username}`}</p>
        </div>
      </div>
      <div className="row row-between">
        <div>
          <p className="text-h3">{`${days} days`}</p>
          <p className="text-muted">
            {follows ? `From ${follows} until ${until}` : `Until ${until}. Ends\u00a0by\u00a0itself.`}
          </p>
        </div>
        <p className="money money-large" translate="no">
          {price}
        </p>
      </div>
      <Card padded tile>
        <CheckList items={OPENS} />
      </Card>
      {page.signInHref && (
        <LinkButton variant="primary" wide href={page.signInHref}>
          Sign in to continue
        </LinkButton>
      )}
      {page.checkout && (
        <CheckoutForm
          checkout={page.checkout}
          button={`Pay ${price}`}
          note={`If ${creator.name}\u2019s page closes, unused days go to your wallet.`}
          answer={actionData}
        />
      )}
      {!follows && page.pass && (
        <Card padded tile>
          <div className="row row-between">
            <div>
              <p className="text-h3">All Peaches instead</p>
              <p className="text-muted">{`The pass opens all creators, from ${page.pass.price}`}</p>
            </div>
            <a className="link link-target" href={page.pass.href}>
              {'See\u00a0the\u00a0pass'}
            </a>
          </div>
        </Card>
      )}
      <NotNow href={page.backHref} />
    </div>
  )
}
