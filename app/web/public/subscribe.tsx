import { data, redirect } from 'react-router'
import { avatarPath, facePath } from '#app/web/picture.ts'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import { hasPass, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { readReturnTo, type ReturnTo } from '#app/domain/products/return-to.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { PLANS_UNAVAILABLE } from '#app/domain/subscriptions/plan.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { isAdult } from '#app/web/adult.server.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { checkoutAction, compareBalance } from '#app/web/checkout/checkout.server.ts'
import { alreadySubscribed, loadPlanOffer, passDialog, passSale } from '#app/web/checkout/pass.server.ts'
import { denyVisit } from '#app/web/checkout/refusals.server.ts'
import { addressAt, type Query } from '#app/web/checkout/sale.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { useState } from 'react'
import { Avatar, AvatarStack } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { CheckList } from '#app/ui/check-list.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import { PassDialog, type PassDialogData } from '#app/web/checkout/pass-dialog.tsx'
import type { PlanCard } from '#app/web/checkout/plan-card.ts'
import { PlanOptions } from '#app/web/checkout/plan-options.tsx'
import { creatorChosen, loadWanted, type OnlyOffer, type Wanted } from '#app/web/checkout/wanted.server.ts'
import type { Route } from './+types/subscribe'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  screen: { shell: 'full', firstView: 'subscribe' },
} satisfies RouteHandle

const FACES = 8

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const returnTo = readReturnTo(url.searchParams)
  const held = actor ? await holdsPass(actor.id) : null
  // A pass holder comes here only to renew; a pass without an end needs no renewal.
  if (held && (returnTo.from !== 'renewal' || held.endsAt === null)) {
    // A paid pass opens once the birthday is known; ask for it instead of selling another pass.
    if (actor!.birthday === null) throw redirect(to.birthday, 303)
    if (await hasPass(actor!.id)) throw denyVisit('already_entitled', { entitled: alreadySubscribed(returnTo) })
  }

  const alone = creatorChosen(url.searchParams)
  if (alone) {
    const { intent, post, message } = returnTo
    throw redirect(withQuery(to.creatorAccess(alone), { intent, post, message }), 303)
  }
  const checkout = checkoutSessionOf(request)
  const viewer = { actor, checkoutToken: checkout.token, network: context.get(requestFactsContext).network }
  // Who came for one thing is offered the shortest plan first, and the creator alone; a renewal is of the pass.
  const wanted = held === null ? await loadWanted(returnTo, actor, isAdult(request, actor)) : null
  const [offer, faces] = await Promise.all([
    loadPlanOffer(url.searchParams, held?.endsAt ?? null, viewer, { forOneThing: wanted !== null }),
    wanted ? [] : facesOf(),
  ])
  const { currency, selected } = offer
  const code: Query = offer.promo.typed ? { promo: offer.promo.typed } : {}
  const opened = passDialog(url, actor, offer, to.subscribe, returnTo)
  const wallet = opened && currency === 'UGX' ? await walletFor(actor, opened, url, returnTo) : null
  const dialog = opened && { ...opened, wallet }
  const address = addressAt(to.subscribe, { ...returnTo, currency })
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
      wanted,
      backHref: wanted?.backHref ?? to.home,
      renewal: held !== null,
      retryHref: address({ plan: selected, ...code }),
      codeHref: address({ pay: selected, promo: '' }),
      dialog,
    },
    // The dialog's token belongs to this viewer only.
    { headers: dialog || offer.promo.typed ? { 'set-cookie': checkout.cookie } : {} },
  )
}

/** The wallet as the first way to pay a plan, where it suffices; a code is for the payment page only. */
async function walletFor(actor: Actor, { card, promo }: PassDialogData, url: URL, returnTo: ReturnTo) {
  const asked = url.searchParams.get('way') === 'direct' || url.searchParams.get('change') === '1'
  if (!actor || asked || promo.typed !== null) return null
  const price = { amountMinor: BigInt(card.priceMinor), currency: 'UGX' } as const
  const { missing, ...wallet } = compareBalance(await walletBalance(actor.id), price)
  if (missing !== null || price.amountMinor === 0n) return null
  return {
    ...wallet,
    href: withQuery(to.renewPass, { plan: card.name, ...returnTo }),
    directHref: withQuery(to.subscribe, { ...returnTo, currency: 'UGX', pay: card.name, way: 'direct' }),
  }
}

export async function action(args: Route.ActionArgs) {
  const returnTo = readReturnTo(args.url.searchParams)
  const sale = await passSale(args.url, to.subscribe, {
    renewal: returnTo.from === 'renewal',
    returnTo,
    carried: { ...returnTo },
  })
  return sale ? checkoutAction(args, sale) : redirect(to.subscribe, 303)
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const from = loaderData?.plans.toSorted((a, b) => (BigInt(a.priceMinor) < BigInt(b.priceMinor) ? -1 : 1))[0]
  const description = from
    ? `One pass for every creator, from ${from.price} ${from.per}, by mobile money or card.`
    : 'One pass for every creator, by mobile money or card.'
  return publicMeta({ title: 'Unlock all Peaches', description, path: to.subscribe }, matches)
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

// More pictures would weigh more than the rest of the first screen.
const PHONE_FACES = 3

const reasonsOf = (reminder: string): { icon: IconName; title: string; text: string }[] => [
  {
    icon: 'shield-check',
    title: 'You approve with your own PIN',
    text: 'We never see it. Without it, no money is taken.',
  },
  { icon: 'clock', title: 'It ends by itself', text: `${reminder} Renew in two taps.`.trim() },
  {
    icon: 'receipt-text',
    title: `Appears as: ${STATEMENT_NAME}`,
    text: 'This is on your bank or mobile money statement.',
  },
]

/** The plans side by side, and the payment of one. The choice is its own form, so it works without script. */
export default function Subscribe({ loaderData: page, actionData }: Route.ComponentProps) {
  const { plans, incomplete, faces, wanted, dialog } = page
  const [selected, setSelected] = useState(page.selected)
  const chosen = plans.find((plan) => plan.name === selected) ?? plans[0]
  if (!chosen) return <NoPlans retryHref={page.retryHref} />
  const only = wanted?.only.value === selected ? wanted.only : null
  return (
    <div className="container">
      <form method="get" action={to.subscribe} className="stack stack-16 subscribe-layout">
        {page.hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="stack stack-16">
          {faces.length > 0 && (
            <div className="phone-only">
              <AvatarStack
                people={faces.slice(0, PHONE_FACES).map((face) => ({ name: face.name, src: face.small }))}
                size={48}
                label="Some of our creators"
              />
            </div>
          )}
          {wanted && <WantedThing wanted={wanted} />}
          <div className="stack stack-8">
            <h1 className={wanted ? 'text-h2' : 'text-h1'}>
              {page.renewal ? 'Renew your pass' : 'Unlock all Peaches'}
            </h1>
            <div className="row row-between">
              <p className="text-lead">One pass. Every creator.</p>
              <SegmentedLinks label="Currency" segments={page.currencies} />
            </div>
          </div>
          <PlanOptions
            plans={plans}
            only={wanted?.only}
            selected={page.selected}
            onChoose={setSelected}
            noteOf={(plan) => plan.note}
            incomplete={incomplete}
            retryHref={page.retryHref}
          />
          <CheckList
            label={only ? 'What it opens' : 'What the pass opens'}
            items={only ? only.opens : chosen.features}
            wide
          />
          <div className="wide-only">
            <a className="link link-target" href={page.codeHref}>
              Have a code?
            </a>
            <hr className="divider plans-divider" />
            <Reasons reminder={chosen.reminder} />
          </div>
        </div>
        <div className="stack">
          <div className="wide-only">
            {only ? <OnlySummary only={only} /> : <Summary plan={chosen} faces={faces} />}
          </div>
          <Button variant="primary" wide>
            Unlock full access
          </Button>
          <LinkButton variant="quiet" wide href={wanted?.backHref ?? '/'}>
            Maybe Later
          </LinkButton>
          <p className="text-caption text-center">
            <span className="phone-only">
              Appears as: {STATEMENT_NAME}. Mobile money or card. It ends by itself. {chosen.reminder}
            </span>
            <span className="wide-only">MTN or Airtel mobile money, or card</span>
          </p>
        </div>
      </form>
      {dialog && <PassDialog dialog={dialog} answer={actionData} />}
    </div>
  )
}

/** What the buyer came for: the post behind its blur, or the creator's face. */
function WantedThing({ wanted }: { wanted: Wanted }) {
  const { title, line, creatorName, avatarUrl, preview } = wanted
  return (
    <Card padded tile className="row wanted">
      {preview ? (
        <span className="wanted-picture">
          <img src={preview} alt="" width={26} height={32} decoding="async" />
          <Icon name="lock" size={20} />
        </span>
      ) : (
        <Avatar name={creatorName} src={avatarUrl} size={48} />
      )}
      <div>
        <p className="text-h3">{title}</p>
        {line && (
          <p className="text-muted money" translate="no">
            {line}
          </p>
        )}
      </div>
    </Card>
  )
}

function OnlySummary({ only }: { only: OnlyOffer }) {
  return (
    <Card padded as="section" aria-label="What you buy">
      <div className="stack stack-16">
        <h2 className="text-h2">{only.title}</h2>
        <Receipt
          rows={[{ label: 'Active until', value: only.until }]}
          total={{ label: 'Total today', value: only.price }}
        />
      </div>
    </Card>
  )
}

function NoPlans({ retryHref }: { retryHref: string }) {
  return (
    <div className="container container-narrow stack">
      <h1 className="text-h1">Plans are being updated</h1>
      <p>You can’t buy a pass right now. What you bought stays yours.</p>
      <LinkButton variant="primary" href={retryHref}>
        Retry
      </LinkButton>
    </div>
  )
}

function Summary({ plan, faces }: { plan: PlanCard; faces: Route.ComponentProps['loaderData']['faces'] }) {
  return (
    <Card padded as="section" aria-label="Your pass">
      <div className="stack stack-16">
        {faces.length > 0 && (
          <div className="thumbs-4">
            {faces.map((face) => (
              <img key={face.large} src={face.large} width={160} height={160} alt="" loading="lazy" />
            ))}
          </div>
        )}
        <h2 className="text-h2">Your pass</h2>
        <Receipt
          rows={[
            { label: `${plan.displayName} pass`, value: plan.before ?? plan.price },
            ...(plan.before ? [{ label: 'Discount', value: `${plan.discount}%` }] : []),
            { label: 'Active until', value: plan.until },
            { label: 'Peach fees', value: plan.zero },
          ]}
          total={{ label: 'Total today', value: plan.price }}
        />
      </div>
    </Card>
  )
}

function Reasons({ reminder }: { reminder: string }) {
  return (
    <ul className="stack stack-16 reasons">
      {reasonsOf(reminder).map((reason) => (
        <li key={reason.title} className="row">
          <Glyph icon={reason.icon} tone="neutral" />
          <div>
            <p className="text-h3">{reason.title}</p>
            <p className="text-muted">{reason.text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
