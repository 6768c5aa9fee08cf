import { showMoment } from '#app/platform/dates.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { listReceivedTips, type ReceivedTip } from '#app/domain/tips/queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { personContext } from '#app/web/context.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { creatorPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/tips'

export const handle = creatorPage('Tips', { shell: 'full', tab: 'earnings', backHref: to.earnings })

/** A creator's tips, with the fans' messages. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 30,
    read: (page) => listReceivedTips(person.id, page),
    idOf: (tip) => tip.id,
    address: (before) => withQuery(toDashboard.tips, { before }),
  })
  return { tips: shown.map(rowOf), ...hrefs }
}

function rowOf(tip: ReceivedTip) {
  return {
    id: tip.id,
    name: tip.fanName,
    href: tip.fanId && to.fan(tip.fanId),
    message: tip.message,
    amount: formatMoney(tip.amount),
    meta: [showMoment(tip.at), tip.post && `for "${tip.post}"`, tip.refunded && 'refunded to the fan']
      .filter(Boolean)
      .join(' · '),
  }
}

export default function Tips({ loaderData }: Route.ComponentProps) {
  const { tips, ...hrefs } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="earnings" />
      <h1 className="text-h1">Tips</h1>
      {tips.length > 0 && <p className="text-caption">Times are EAT.</p>}
      {tips.length === 0 ? (
        <EmptyState compact icon="hand-coins" title="No tips yet">
          Your fans’ tips and messages appear here.
        </EmptyState>
      ) : (
        <ul className="stack stack-8">
          {tips.map((tip) => (
            <Card as="li" key={tip.id} padded tile className="stack stack-8">
              <div className="row row-between">
                <span className="row">
                  <Avatar name={tip.name} size={40} />
                  {tip.href ? (
                    <a className="link link-target text-h3" href={tip.href} translate="no">
                      {tip.name}
                    </a>
                  ) : (
                    <span className="text-h3" translate="no">
                      {tip.name}
                    </span>
                  )}
                </span>
                <span className="money text-h3" translate="no">
                  {tip.amount}
                </span>
              </div>
              {tip.message && <p className="text-body">{tip.message}</p>}
              <p className="text-caption">{tip.meta}</p>
            </Card>
          ))}
        </ul>
      )}
      <OlderLinks what="tips" {...hrefs} />
    </div>
  )
}
