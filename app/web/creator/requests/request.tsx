import { findFan } from '#app/domain/fans/queries.server.ts'
import { findAsker, findReceivedRequest, listRequestMedia } from '#app/domain/requests/queries.server.ts'
import { KIND_NAMES } from '#app/domain/requests/request.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { now } from '#app/platform/clock.ts'
import { showDate } from '#app/platform/dates.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { sinceWhen } from '#app/web/components/post-card-data.ts'
import { chipOf, KIND_ICONS, mediaView, showWantedDay } from '#app/web/components/request-look.ts'
import { RequestMedia, RequestWords, StatusChip } from '#app/web/components/request-view.tsx'
import requestStylesUrl from '#app/web/components/request.css?url'
import { personContext } from '#app/web/context.server.ts'
import { smallAvatarPath } from '#app/web/picture.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import { FanBlock, fanBlockOf } from '#app/web/creator/fans/fan-block.tsx'
import { heldNote, sumOf } from './request-facts.ts'
import type { Route } from './+types/request'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: requestStylesUrl }]

export const handle = creatorPage('Custom request', {
  shell: 'full',
  tab: 'home',
  backHref: toDashboard.receivedRequests,
})

/** One request that a creator received: who asks for what, what they keep, and the next step. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const request = orNotFound(await findReceivedRequest(creator.id, params.requestId))
  const { id, status, kind, fan } = request
  const at = now()
  const delivered = status === 'delivered'
  const [asker, known, media, { platformFeePercentage }] = await Promise.all([
    findAsker(creator.id, fan.id),
    findFan(creator.id, fan.id),
    delivered ? listRequestMedia(id) : [],
    settings(),
  ])
  const open = status === 'asked' || status === 'price_changed'
  return {
    reference: `${request.reference}, received ${sinceText(request.askedAt, at)}`,
    fan: {
      name: fan.name,
      href: known && to.fan(fan.id),
      avatarUrl: fan.avatarMediaId && smallAvatarPath(fan.avatarMediaId),
      about: `Since ${monthOf(asker.since, at)}, ${asker.requests === 1 ? '1 request' : `${asker.requests} requests`}`,
    },
    what: KIND_NAMES[kind],
    icon: KIND_ICONS[kind],
    words: request.words,
    wantedBy: `Wanted by ${showWantedDay(request.wantedBy)}`,
    chip: chipOf(request, 'creator', at),
    sum: sumOf(request, platformFeePercentage),
    ...heldNote(request),
    media: media.length > 0 ? mediaView(media, creator.displayName ?? 'you', mediaLinksFor(creator)) : null,
    accept: open
      ? { action: toDashboard.receivedRequestDecision(id, 'acceptance'), changed: status === 'price_changed' }
      : null,
    priceHref: open ? toDashboard.receivedRequestDecision(id, 'price') : null,
    deliveryHref: status === 'accepted' ? toDashboard.receivedRequestDecision(id, 'delivery') : null,
    refusalHref: open || status === 'accepted' ? toDashboard.receivedRequestDecision(id, 'refusal') : null,
    declines: open,
    block: known && fanBlockOf(known),
  }
}

/** "2 h ago", "yesterday", "just now", or the date. */
function sinceText(then: Date, at: Date): string {
  const text = sinceWhen(then, at)
  return /^\d/.test(text) ? text : text.toLowerCase()
}

/** "Sep", or "Sep 2025": a month is enough. */
function monthOf(since: Date, at: Date): string {
  const [, month, year] = showDate(since).split(' ')
  return showDate(at).endsWith(year!) ? month! : `${month} ${year}`
}

export default function ReceivedRequest({ loaderData: page }: Route.ComponentProps) {
  const { fan, sum, media } = page
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Custom request</h1>
        <p className="text-muted">{page.reference}</p>
      </div>
      <Card padded className="stack stack-16">
        <div className="row row-between request-head">
          <span className="row">
            <Avatar name={fan.name} src={fan.avatarUrl} size={48} />
            <span>
              <span className="text-h3 request-line" translate="no">
                {fan.href ? (
                  <a className="link link-target" href={fan.href}>
                    {fan.name}
                  </a>
                ) : (
                  fan.name
                )}
              </span>
              <span className="text-muted request-line">{fan.about}</span>
            </span>
          </span>
          <StatusChip chip={page.chip} />
        </div>
        <RequestWords icon={page.icon} what={page.what} words={page.words} wantedBy={page.wantedBy} />
      </Card>
      <Card padded className="stack stack-16">
        <Receipt
          rows={[
            { label: `${fan.name} pays`, value: sum.pays },
            { label: `Platform fee ${sum.feePercentage}%`, value: `− ${sum.fee}` },
          ]}
          total={{ label: 'You keep', value: sum.keeps }}
        />
        {page.held && (
          <p className="row text-secondary">
            <Icon name="lock" size={20} />
            <span>{page.held}</span>
          </p>
        )}
      </Card>
      <p className="row text-muted">
        <Icon name="info" size={20} />
        <span>{page.note}</span>
      </p>
      {media && <RequestMedia media={media} />}
      {page.block && <FanBlock name={fan.name} {...page.block} />}
      <Steps page={page} />
    </div>
  )
}

function Steps({ page }: { page: Route.ComponentProps['loaderData'] }) {
  const { accept, priceHref, deliveryHref, refusalHref } = page
  if (!refusalHref) return null
  return (
    <StickyFoot>
      {accept && (
        <form method="post" action={accept.action}>
          <Button variant="primary" wide icon="check">
            {accept.changed ? 'Accept the first price' : 'Accept request'}
          </Button>
        </form>
      )}
      {deliveryHref && (
        <LinkButton variant="primary" wide icon="upload" href={deliveryHref}>
          Deliver
        </LinkButton>
      )}
      <div className={priceHref ? 'request-acts' : undefined}>
        {priceHref && (
          <LinkButton wide href={priceHref}>
            Change price
          </LinkButton>
        )}
        <LinkButton wide variant={priceHref ? 'outline' : 'quiet'} href={refusalHref}>
          {page.declines ? 'Decline' : 'Can’t deliver'}
        </LinkButton>
      </div>
    </StickyFoot>
  )
}
