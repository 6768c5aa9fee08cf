import { fanRelation } from '#app/web/creator/fan-relation.ts'
import { countFans, type Fan, FAN_SORTS, type FanSort, listFans } from '#app/domain/overview/fans.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { oneLine } from '#app/platform/plain-text.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { personContext } from '#app/web/context.server.ts'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { keysetPage } from '#app/web/keyset.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import { counted } from '#app/platform/counted.ts'
import type { Route } from './+types/fans'

export const handle = creatorPage('Fans', { shell: 'full', tab: 'home', backHref: to.dashboard })

const SORT_NAMES: Readonly<Record<FanSort, string>> = { spent: 'Spent most', newest: 'Newest' }
const AT_ONCE = 30

/** A creator's own fans: since when, and what came of each to the creator. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { id } = context.get(personContext)
  const sort = FAN_SORTS.find((known) => known === url.searchParams.get('sort')) ?? 'spent'
  const address = (by: FanSort, before?: string) =>
    withQuery(toDashboard.fans, { sort: by === 'spent' ? null : by, before })
  const [totals, { shown, ...hrefs }] = await Promise.all([
    countFans(id),
    keysetPage(url, {
      limit: AT_ONCE,
      read: (page) => listFans(id, sort, page),
      idOf: (fan) => fan.id,
      address: (before) => address(sort, before),
    }),
  ])
  return {
    fans: shown.map(rowOf),
    totals:
      totals.fans === 0
        ? null
        : `${counted(totals.fans, 'fan')}, ${totals.paying.toLocaleString('en')} of them paid: ${shillings(totals.netMinor)} for you`,
    sorts: FAN_SORTS.map((by) => ({ label: SORT_NAMES[by], href: address(by), active: by === sort })),
    ...hrefs,
  }
}

function rowOf({ id, name, since, netMinor, follows, subscribes, note }: Fan) {
  return {
    id,
    href: to.fan(id),
    name,
    note: oneLine(note),
    meta: `${fanRelation({ subscribes, follows })} since ${showDate(since)}`,
    amount: netMinor > 0n ? shillings(netMinor) : null,
  }
}

export default function Fans({ loaderData }: Route.ComponentProps) {
  const { fans, totals, sorts, newestHref, olderHref } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="fans" />
      <h1 className="text-h1">Fans</h1>
      {totals && <p className="text-secondary">{totals}</p>}
      <p className="row">
        <a className="link link-target" href={toDashboard.fanLists}>
          Lists of fans
        </a>
        <a className="link link-target" href={to.massMessages}>
          Messages to many
        </a>
      </p>
      {totals && (
        <FilterChips label="Order">
          {sorts.map(({ label, ...chip }) => (
            <FilterChip key={label} {...chip}>
              {label}
            </FilterChip>
          ))}
        </FilterChips>
      )}
      {fans.length === 0 ? (
        <EmptyState
          compact
          icon="users"
          title="No fans yet"
          action={<LinkButton href={to.ownLink}>Share your link</LinkButton>}
        >
          Who follows you or pays you appears here.
        </EmptyState>
      ) : (
        <Card rows as="ul">
          {fans.map(({ id, href, name, meta, note, amount }) => (
            <li key={id}>
              <ListRow
                href={href}
                leading={<Avatar name={name} size={40} />}
                title={name}
                isName
                meta={note === '' ? meta : <FanMeta meta={meta} note={note} />}
                sum={
                  amount && (
                    <span className="money text-h3" translate="no">
                      {amount}
                    </span>
                  )
                }
              />
            </li>
          ))}
        </Card>
      )}
      {newestHref && (
        <LinkButton wide variant="quiet" href={newestHref}>
          First fans of the list
        </LinkButton>
      )}
      {olderHref && (
        <LinkButton wide href={olderHref}>
          More fans
        </LinkButton>
      )}
      <p className="text-muted">
        Amounts are your part of unlocks, tips, messages, subscriptions and custom requests, after our fee and refunds.
        Money of passes is shared each week and is not counted by fan.
      </p>
    </div>
  )
}

function FanMeta({ meta, note }: { meta: string; note: string }) {
  return (
    <>
      {meta}
      <span className="list-row-note">
        <Icon name="pencil" size={16} />
        <span className="visually-hidden">Your note: </span>
        <span>{note}</span>
      </span>
    </>
  )
}

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}
