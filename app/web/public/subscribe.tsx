import { data, redirect } from 'react-router'
import { avatarPath, facePath } from '#app/domain/media/picture.ts'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import { hasPass, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { type Currency, isCurrency } from '#app/domain/money/money.ts'
import { type Intent, intentQuery, readIntent } from '#app/domain/products/intent.ts'
import { isPlanName, PLANS_UNAVAILABLE } from '#app/domain/subscriptions/plan.ts'
import { log } from '#app/platform/log.server.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { ALREADY_SUBSCRIBED, answerPaymentForm } from '#app/web/checkout/checkout.server.ts'
import { loadPlanOffer, promoBox, readPromo } from '#app/web/checkout/pass.server.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { SubscribeView } from './subscribe-view.tsx'
import type { Route } from './+types/subscribe'

export const handle = { shell: 'full' } satisfies RouteHandle

const FACES = 8

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const intent = readIntent(url.searchParams)
  const held = actor ? await holdsPass(actor.id) : null
  // A pass holder comes here only to renew; a pass without an end needs no renewal.
  if (held && (intent.from !== 'renewal' || held.endsAt === null)) {
    // A paid pass opens once the birthday is known; ask for it instead of selling another pass.
    if (actor!.birthday === null) throw redirect('/profile/birthday', 303)
    if (await hasPass(actor!.id)) throw redirectWithToast('/unblocked-feed', ALREADY_SUBSCRIBED)
  }

  const checkout = checkoutSessionOf(request)
  const viewer = { actor, checkoutToken: checkout.token, network: context.get(requestFactsContext).network }
  const [offer, faces] = await Promise.all([loadPlanOffer(url.searchParams, held?.endsAt ?? null, viewer), facesOf()])
  const { cards, currency, selected, paying, promo } = offer
  const changing = url.searchParams.get('change') === '1'
  const code = promo.typed || null
  const address = (query: Record<string, string | null>) =>
    addressOf(intent, { currency, plan: selected, promo: code, ...query })
  return data(
    {
      plans: cards,
      incomplete: offer.incomplete ? PLANS_UNAVAILABLE : null,
      selected,
      currency,
      currencies: (['UGX', 'USD'] as const).map((name) => ({
        label: name,
        href: address({ currency: name }),
        active: name === currency,
      })),
      hidden: [...Object.entries(intent), ['currency', currency], ...(code ? [['promo', code]] : [])] as [
        string,
        string,
      ][],
      faces,
      renewal: held !== null,
      retryHref: address({}),
      codeHref: `${address({ plan: null, pay: selected, promo: null })}&promo=`,
      dialog: paying && {
        card: paying,
        action: address({ plan: null, pay: paying.name, change: changing ? '1' : null }),
        closeHref: address({ plan: paying.name }),
        attempt: randomToken(),
        payer: actor && {
          name: actor.displayName ?? '',
          email: actor.email,
          changeHref: changing || !actor.displayName ? null : address({ plan: null, pay: paying.name, change: '1' }),
        },
        phone: actor?.phone ?? '',
        promo: promoBox(promo, '/subscribe', address({ plan: null, pay: paying.name, promo: null })),
      },
    },
    // The dialog's token belongs to this viewer only.
    {
      headers:
        paying || code
          ? { 'set-cookie': checkout.cookie, 'cache-control': 'private, no-store' }
          : { 'cache-control': 'private, no-cache' },
    },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const pay = url.searchParams.get('pay')
  const intent = readIntent(url.searchParams)
  if (!isPlanName(pay)) return redirect('/subscribe', 303)
  const promo = readPromo(url.searchParams)
  const asked = url.searchParams.get('currency') ?? ''
  const currency: Currency = isCurrency(asked) ? asked : 'UGX'
  return answerPaymentForm(request, context, {
    product: { kind: 'pass', plan: pay, currency, renewal: intent.from === 'renewal', promo },
    intent,
    formAddress: addressOf(intent, { currency, pay, promo: promo || null }),
  })
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders && [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const from = loaderData?.plans[0]?.price
  const description = from
    ? `One pass for every creator, from ${from} a month, by mobile money or card.`
    : 'One pass for every creator, by mobile money or card.'
  return publicMeta({ title: 'Unlock all Peaches', description, path: '/subscribe' }, matches)
}

function addressOf(intent: Intent, query: Record<string, string | null>): string {
  const all = new URLSearchParams(intentQuery(intent))
  for (const [name, value] of Object.entries(query)) if (value !== null) all.set(name, value)
  return `/subscribe?${all}`
}

/** A few creator pictures above the plans; the page works without them. */
async function facesOf() {
  try {
    const { creators } = await feedPage({ limit: FACES })
    return creators.flatMap(({ cardMediaId, displayName }) =>
      cardMediaId ? [{ name: displayName, small: facePath(cardMediaId), large: avatarPath(cardMediaId) }] : [],
    )
  } catch (error) {
    log.error({ err: error }, 'the creators could not be read for the plans page')
    return []
  }
}

export default function Subscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <SubscribeView {...loaderData} answer={actionData ?? null} />
}
