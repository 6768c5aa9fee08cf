import { showMoment } from '#app/platform/dates.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { listReceivedTips, type ReceivedTip } from '#app/domain/tips/queries.server.ts'
import { to } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/tips'

export const handle = {
  audience: 'creators',
  policy: { GET: 'signed_in' },
  title: 'Tips',
  screen: { shell: 'full', tab: 'profile' },
} satisfies RouteHandle

const AT_ONCE = 30

/** A creator's tips, with the fans' messages. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const asked = url.searchParams.get('before')
  const before = asked !== null && isId(asked) ? asked : null
  const tips = await listReceivedTips(person.id, { before, limit: AT_ONCE + 1 })
  const shown = tips.slice(0, AT_ONCE)
  return {
    tips: shown.map(rowOf),
    olderHref: tips.length > AT_ONCE ? `${to.tips}?before=${shown.at(-1)!.id}` : null,
    newestHref: before === null ? null : to.tips,
  }
}

function rowOf(tip: ReceivedTip) {
  return {
    id: tip.id,
    name: tip.fanName,
    message: tip.message,
    amount: formatMoney(tip.amount),
    meta: [showMoment(tip.at), tip.post && `for "${tip.post}"`, tip.refunded && 'refunded to the fan']
      .filter(Boolean)
      .join(' · '),
  }
}

export default function Tips({ loaderData }: Route.ComponentProps) {
  const { tips, olderHref, newestHref } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="earnings" />
      <h1 className="text-h1">Tips</h1>
      {tips.length > 0 && <p className="text-caption">Times are EAT.</p>}
      {tips.length === 0 ? (
        <EmptyState compact icon="hand-coins" heading="h2" title="No tips yet">
          Your fans’ tips and messages appear here.
        </EmptyState>
      ) : (
        <ul className="stack stack-8">
          {tips.map((tip) => (
            <Card as="li" key={tip.id} padded tile className="stack stack-8">
              <div className="row row-between">
                <span className="row">
                  <Avatar name={tip.name} size={40} />
                  <span className="text-h3">{tip.name}</span>
                </span>
                <span className="money text-h3">{tip.amount}</span>
              </div>
              {tip.message && <p className="text-body">{tip.message}</p>}
              <p className="text-caption">{tip.meta}</p>
            </Card>
          ))}
        </ul>
      )}
      {newestHref && (
        <LinkButton wide variant="quiet" href={newestHref}>
          Newest tips
        </LinkButton>
      )}
      {olderHref && (
        <LinkButton wide href={olderHref}>
          Older tips
        </LinkButton>
      )}
    </div>
  )
}
