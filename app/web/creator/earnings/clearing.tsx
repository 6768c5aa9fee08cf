import { SOURCE_TEXTS } from '#app/domain/earnings/earning.ts'
import { type ClearingEarning, listClearing } from '#app/domain/earnings/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { paidFrom } from '#app/domain/payouts/friday.ts'
import { findPayoutAccount } from '#app/domain/payouts/queries.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showClock, showDay } from '#app/platform/dates.ts'
import { Card, ListRow } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { personContext } from '#app/web/context.server.ts'
import { waitOf } from '#app/web/creator/payouts/payout-rows.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/clearing'

export const handle = creatorPage('Pending', { shell: 'focused', backHref: to.earnings })

export async function loader({ context, url }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const [{ shown, ...hrefs }, account, { minimumPayoutMinor }] = await Promise.all([
    keysetPage(url, {
      limit: 30,
      read: (page) => listClearing(creator.id, page),
      idOf: (earning) => earning.id,
      address: (before) => withQuery(to.clearingEarnings, { before }),
    }),
    findPayoutAccount(creator.id),
    settings(),
  ])
  const at = now()
  return {
    rows: shown.map((earning) => {
      const paidAt = paidFrom(earning.availableAt, at)
      return rowOf(earning, waitOf(account, paidAt, at) === null ? paidAt : null)
    }),
    minimum: shillings(minimumPayoutMinor),
    hasAccount: account !== null,
    ...hrefs,
  }
}

/** `paidAt`: null while the payout account can't be paid; then no day is promised. */
function rowOf({ id, source, minor, earnedAt, availableAt }: ClearingEarning, paidAt: Date | null) {
  const clears = `Clears ${showDay(availableAt)}`
  return {
    id,
    title: SOURCE_TEXTS[source],
    meta: `${showDay(earnedAt)}, ${showClock(earnedAt)}`,
    when: paidAt ? `${clears}, paid ${showDay(paidAt)}` : clears,
    amount: shillings(minor),
  }
}

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}

/** What a creator has earned that is not available yet: each with the day on which it clears, and is paid. */
export default function Clearing({ loaderData }: Route.ComponentProps) {
  const { rows, minimum, hasAccount, newestHref, olderHref } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Pending</h1>
        <p className="text-secondary">
          {`After our fee. Until it clears, a fan can still be refunded. We pay every Friday, from ${minimum}. Times are EAT.`}
        </p>
      </div>
      {!hasAccount && (
        <Card rows>
          <ListRow href={toDashboard.payoutAccount} title="Add a payout account" meta="Nothing is paid out before" />
        </Card>
      )}
      {rows.length === 0 ? (
        <EmptyState compact icon="hourglass" title="Nothing is pending">
          What you earn shows here first, with the day on which it is paid.
        </EmptyState>
      ) : (
        <Card rows as="ul">
          {rows.map((row) => (
            <li key={row.id}>
              <ListRow
                title={row.title}
                meta={
                  <>
                    {row.when}
                    <br />
                    {`Earned ${row.meta}`}
                  </>
                }
                sum={
                  <span className="money text-h3" translate="no">
                    {row.amount}
                  </span>
                }
              />
            </li>
          ))}
        </Card>
      )}
      <OlderLinks what="earnings" newestHref={newestHref} olderHref={olderHref} />
    </div>
  )
}
