import { data, redirect } from 'react-router'
import { avatarPath, facePath } from '#app/domain/media/picture.ts'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import { hasPass, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { readReturnTo } from '#app/domain/products/return-to.ts'
import { PLANS_UNAVAILABLE } from '#app/domain/subscriptions/plan.ts'
import { log } from '#app/platform/log.server.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { checkoutAction } from '#app/web/checkout/checkout.server.ts'
import { ALREADY_SUBSCRIBED, loadPlanOffer, passDialog, passSale } from '#app/web/checkout/pass.server.ts'
import { denyVisit } from '#app/web/checkout/refusals.server.ts'
import { addressAt, type Query } from '#app/web/checkout/sale.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { SubscribeView } from './subscribe-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/subscribe'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  screen: { shell: 'full' },
} satisfies RouteHandle

const PAGE = '/subscribe'
const FACES = 8

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const returnTo = readReturnTo(url.searchParams)
  const held = actor ? await holdsPass(actor.id) : null
  // A pass holder comes here only to renew; a pass without an end needs no renewal.
  if (held && (returnTo.from !== 'renewal' || held.endsAt === null)) {
    // A paid pass opens once the birthday is known; ask for it instead of selling another pass.
    if (actor!.birthday === null) throw redirect('/profile/birthday', 303)
    if (await hasPass(actor!.id)) throw denyVisit('already_entitled', { entitled: ALREADY_SUBSCRIBED })
  }

  const checkout = checkoutSessionOf(request)
  const viewer = { actor, checkoutToken: checkout.token, network: context.get(requestFactsContext).network }
  const [offer, faces] = await Promise.all([loadPlanOffer(url.searchParams, held?.endsAt ?? null, viewer), facesOf()])
  const { currency, selected } = offer
  const code: Query = offer.promo.typed ? { promo: offer.promo.typed } : {}
  const dialog = passDialog(url, actor, offer, PAGE, returnTo)
  const address = addressAt(PAGE, { ...returnTo, currency })
  return data(
    {
      plans: offer.cards,
      incomplete: offer.incomplete ? PLANS_UNAVAILABLE : null,
      selected,
      currencies: (['UGX', 'USD'] as const).map((name) => ({
        label: name,
        href: address({ currency: name, plan: selected, ...code }),
        active: name === currency,
      })),
      hidden: Object.entries({ ...returnTo, currency, ...code }),
      currency,
      faces,
      renewal: held !== null,
      retryHref: address({ plan: selected, ...code }),
      codeHref: address({ pay: selected, promo: '' }),
      dialog,
    },
    // The dialog's token belongs to this viewer only.
    { headers: dialog || offer.promo.typed ? { 'set-cookie': checkout.cookie } : {} },
  )
}

export async function action(args: Route.ActionArgs) {
  const returnTo = readReturnTo(args.url.searchParams)
  const sale = await passSale(args.url, PAGE, {
    renewal: returnTo.from === 'renewal',
    returnTo,
    carried: { ...returnTo },
  })
  return sale ? checkoutAction(args, sale) : redirect(PAGE, 303)
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const from = loaderData?.plans.toSorted((a, b) => (BigInt(a.priceMinor) < BigInt(b.priceMinor) ? -1 : 1))[0]
  const description = from
    ? `One pass for every creator, from ${from.price} ${from.per}, by mobile money or card.`
    : 'One pass for every creator, by mobile money or card.'
  return publicMeta({ title: 'Unlock all Peaches', description, path: '/subscribe' }, matches)
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
  return <SubscribeView {...loaderData} answer={actionData} />
}
