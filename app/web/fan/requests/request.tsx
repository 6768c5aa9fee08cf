import { formatMoney } from '#app/domain/money/money.ts'
import { minTopUp } from '#app/domain/products/wallet-top-up/top-up.ts'
import { topUpAt } from '#app/domain/products/wallet-top-up/top-up-at.ts'
import { findOwnRequest, listRequestMedia, type RequestView } from '#app/domain/requests/queries.server.ts'
import { KIND_NAMES } from '#app/domain/requests/request.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { missingFor } from '#app/domain/wallet/wallet.ts'
import { addressOf } from '#app/target-address.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Tracker } from '#app/ui/tracker.tsx'
import { chipOf, KIND_ICONS, mediaView, showWantedDay } from '#app/web/components/request-look.ts'
import { RequestMedia, RequestWords, StatusChip } from '#app/web/components/request-view.tsx'
import requestStylesUrl from '#app/web/components/request.css?url'
import { personContext } from '#app/web/context.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { memberPage } from '#app/web/page-handle.ts'
import { moneyLine, requestSteps } from './request-steps.ts'
import type { Route } from './+types/request'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: requestStylesUrl }]

export const handle = memberPage('Your request', { shell: 'full', tab: 'profile', backHref: to.requests })

/** One request of a fan's own: where it is, where the money is, and what was delivered. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const request = orNotFound(await findOwnRequest(person.id, params.requestId))
  const { id, status, kind, creator } = request
  const media = status === 'delivered' ? await listRequestMedia(id) : []
  return {
    reference: request.reference,
    creator: { name: creator.name, href: creator.username && to.creator(creator.username) },
    what: KIND_NAMES[kind],
    icon: KIND_ICONS[kind],
    words: request.words,
    wantedBy: `Wanted by ${showWantedDay(request.wantedBy)}`,
    chip: chipOf(request, 'fan', now()),
    steps: requestSteps(request),
    money: moneyLine(request),
    held: status === 'asked' || status === 'price_changed' || status === 'accepted',
    media: media.length > 0 ? mediaView(media, creator.name, mediaLinksFor(person)) : null,
    price: request.changedPrice && (await priceOf(person.id, request, request.changedPrice)),
    withdrawHref: status === 'asked' || status === 'price_changed' ? to.requestDecision(id, 'withdrawal') : null,
    againHref: isOver(request) ? to.requestForm + `?creator=${creator.id}` : null,
  }
}

const isOver = ({ status }: RequestView) => !['asked', 'price_changed', 'accepted'].includes(status)

/** The new price beside the old one, and what the wallet lacks for the difference. */
async function priceOf(personId: string, request: RequestView, changed: NonNullable<RequestView['changedPrice']>) {
  if (request.status !== 'price_changed') return null
  const [balance, { wallet }] = await Promise.all([walletBalance(personId), settings()])
  const free = { ...balance, amountMinor: balance.amountMinor + request.price.amountMinor }
  const missing = missingFor(changed, free)
  const sum = missing && minTopUp(missing)
  return {
    action: to.requestDecision(request.id, 'price'),
    version: String(request.version),
    asked: formatMoney(request.price),
    now: formatMoney(changed),
    dearer: changed.amountMinor > request.price.amountMinor,
    difference: formatMoney({
      amountMinor:
        changed.amountMinor > request.price.amountMinor
          ? changed.amountMinor - request.price.amountMinor
          : request.price.amountMinor - changed.amountMinor,
      currency: 'UGX',
    }),
    missing: missing && formatMoney(missing),
    topUp:
      sum && wallet
        ? {
            sum: formatMoney(sum),
            href: addressOf(topUpAt(sum, { creator: request.creator.id, intent: 'request', request: request.id })),
          }
        : null,
  }
}

export default function Request({ loaderData }: Route.ComponentProps) {
  const { creator, media, price, withdrawHref, againHref, ...page } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <div className="row row-between">
        <div>
          <h1 className="text-h1">{page.what}</h1>
          <p className="text-muted">
            {page.reference}, from{' '}
            {creator.href ? (
              <a className="link" href={creator.href}>
                {creator.name}
              </a>
            ) : (
              creator.name
            )}
          </p>
        </div>
        <StatusChip chip={page.chip} />
      </div>
      {media && <RequestMedia media={media} />}
      {price && <NewPrice price={price} name={creator.name} />}
      <Card padded className="stack stack-16">
        <Tracker steps={page.steps} />
      </Card>
      <p className="row text-secondary">
        <Icon name={page.held ? 'lock' : 'wallet'} size={20} />
        <span>{page.money}</span>
      </p>
      <Card padded className="stack stack-16">
        <RequestWords icon={page.icon} what="You asked for" words={page.words} wantedBy={page.wantedBy} />
      </Card>
      {withdrawHref && (
        <form method="post" action={withdrawHref}>
          <Button variant={price ? 'quiet' : 'outline'} wide>
            Withdraw request
          </Button>
        </form>
      )}
      {againHref && (
        <LinkButton wide href={againHref}>
          Ask for something else
        </LinkButton>
      )}
    </div>
  )
}

function NewPrice({ price, name }: { price: NonNullable<Route.ComponentProps['loaderData']['price']>; name: string }) {
  return (
    <Card padded className="stack stack-16">
      <h2 className="text-h3">{name} asks another price</h2>
      <Receipt
        rows={[
          { label: 'You offered', value: price.asked },
          { label: price.dearer ? 'More to hold' : 'Back to your wallet', value: price.difference },
          ...(price.missing ? [{ label: 'Your wallet lacks', value: price.missing }] : []),
        ]}
        total={{ label: 'New price', value: price.now }}
      />
      {price.topUp ? (
        <LinkButton variant="primary" wide href={price.topUp.href}>
          Top up {price.topUp.sum}
        </LinkButton>
      ) : (
        <form method="post" action={price.action}>
          <input type="hidden" name="version" value={price.version} />
          <Button variant="primary" wide>
            Agree to {price.now}
          </Button>
        </form>
      )}
    </Card>
  )
}
