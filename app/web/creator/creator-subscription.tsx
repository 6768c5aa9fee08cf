import { redirect } from 'react-router'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { findLastPaidDay } from '#app/domain/creators/listings.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/domain/payments/show-time.ts'
import { CREATOR_FEE_DAYS, CREATOR_FEE_MINOR, PLATFORM_FEE_PERCENTAGE } from '#app/domain/settings/constants.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/creator-subscription'

export const handle = { shell: 'full', tab: 'profile' } satisfies RouteHandle

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  if (!actor) {
    throw redirectWithToast('/auth?return=creator-subscription', {
      title: 'Authentication Required',
      description: 'Please sign in to subscribe',
      tone: 'error',
    })
  }
  if (actor.userType !== 'creator') throw redirect('/public-feed', 303)
  const creator = await findCreatorById(actor.id)
  if (creator?.visible) throw redirect(`/${creator.username}`, 303)
  const lastDay = creator ? await findLastPaidDay(actor.id) : null
  return {
    price: formatMoney({ amountMinor: CREATOR_FEE_MINOR, currency: 'UGX' }),
    endedOn: lastDay && showDate(lastDay),
    share: 100 - PLATFORM_FEE_PERCENTAGE,
    days: CREATOR_FEE_DAYS,
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Creator subscription', matches)
}

export default function CreatorSubscription({ loaderData }: Route.ComponentProps) {
  const { price, endedOn, share, days } = loaderData
  const benefits = [
    'Profile in the feed and at your link',
    'Chat, calls, bookings and tips on',
    `${share}% of what fans spend is yours`,
    'Payout every Friday',
  ]
  return (
    <div className="container container-narrow stack stack-16 result-page">
      <div className="stack stack-4">
        <h1 className="text-h1">Keep your profile visible</h1>
        <p className="text-body">One weekly plan. No automatic charge.</p>
      </div>
      <Card as="section" padded className="stack stack-16" aria-labelledby="plan">
        <div className="row row-between">
          <h2 className="text-h3" id="plan">
            Weekly plan
          </h2>
          {endedOn && (
            <Chip tone="warning" icon="clock">
              {`Ended ${endedOn}`}
            </Chip>
          )}
        </div>
        <p>
          <b className="money-large">{price}</b> <span className="text-body">per week</span>
        </p>
        <ul className="check-list">
          {benefits.map((benefit) => (
            <li key={benefit}>
              <Icon name="check" size={20} />
              {benefit}
            </li>
          ))}
        </ul>
      </Card>
      <Banner tone="info" title="Paying here opens with creator accounts">
        Nothing is owed until then, and your page, posts and followers are kept.
      </Banner>
      <details className="stack stack-8">
        <summary className="text-h3 link-target">Why do I have to pay?</summary>
        <p className="text-body">
          {`The weekly plan pays for people who review every creator, for moderation around the clock and for keeping your posts private. It keeps your profile visible for ${days} days at a time. You keep ${share}% of what fans spend.`}
        </p>
      </details>
    </div>
  )
}
