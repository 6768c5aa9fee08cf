import {
  countApplications,
  countOpenReports,
  countPaymentsInReview,
  countPeople,
  listMoneyIn,
  listNewestActivity,
} from '#app/domain/overview/queries.server.ts'
import { findWaiting } from '#app/domain/overview/waiting.server.ts'
import { showClock, showDate, showMoment } from '#app/platform/dates.ts'
import { countsOf, type Waiting } from '#app/domain/overview/waiting.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { durationText } from './duration.ts'
import { MoneyChart } from './money-chart.tsx'
import { Panel } from './panel.tsx'
import { Stat, type StatProps } from './stat.tsx'
import { personContext } from '#app/web/context.server.ts'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import type { Route } from './+types/overview'

export const handle = staffPage('Overview', 'overview.view')

const NEWEST = 8
const PROMISED_HOURS = 48

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const [people, applications, reports, inReview, waiting, money, activity] = await Promise.all([
    countPeople(),
    countApplications(actor),
    countOpenReports(actor),
    countPaymentsInReview(actor),
    findWaiting(actor),
    listMoneyIn(actor),
    listNewestActivity(actor, NEWEST),
  ])
  return {
    people,
    applications,
    reports,
    inReview,
    waiting: waitingTiles(waiting),
    money,
    activity: activity.map(({ id, message, by, at }) => ({
      id,
      ...activityLine(message, by),
      at: at.toISOString(),
      when: timeOrDate(at),
    })),
  }
}

/** "Somebody signed in" by Grace reads "Grace signed in"; any other message keeps the name beside it. */
function activityLine(message: string, by: string | null): { message: string; by: string | null } {
  return by && message.startsWith('Somebody ')
    ? { message: message.replace('Somebody', () => by), by: null }
    : { message, by }
}

/** The time, with the date unless it is today. */
function timeOrDate(at: Date): string {
  return showDate(at) === showDate(now()) ? showClock(at) : showMoment(at)
}

type Tile = StatProps & { value: number; note: string }

/** One tile for each kind of money task that waits for a person. */
function waitingTiles(waiting: Waiting): Tile[] {
  const { chargebacks, payouts, refunds } = waiting
  const counts = countsOf(waiting)
  const due = chargebacks?.nextDueAt
  const failed = refunds?.failed ?? 0
  const tiles: Tile[] = [
    {
      icon: 'credit-card',
      label: 'Chargebacks',
      value: counts.chargebacks,
      note: due ? `Answer by ${showMoment(due)}` : 'To answer',
      late: true,
      href: toAdmin.chargebacks,
    },
    {
      icon: 'wallet',
      label: 'Payouts',
      value: counts.payouts,
      note: payouts?.halted ? 'Payouts have stopped' : 'To approve or check',
      late: payouts?.halted,
      href: toAdmin.payouts,
    },
    {
      icon: 'hand-coins',
      label: 'Refunds',
      value: counts.refunds,
      note:
        failed === 0
          ? 'To decide'
          : failed === counts.refunds
            ? 'Failed'
            : `${failed} failed, ${counts.refunds - failed} to decide`,
      late: failed > 0,
      href: `${toAdmin.refunds}?filter=${failed > 0 ? 'failed' : 'open'}`,
    },
    {
      icon: 'circle-exclamation-point',
      label: 'Differences',
      value: counts.differences,
      note: 'Not explained yet',
      late: true,
      href: toAdmin.reconciliation,
    },
  ]
  return tiles.filter((tile) => tile.value !== 0)
}

type LoaderData = Route.ComponentProps['loaderData']

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { money } = loaderData
  return (
    <>
      <div className="admin-heading">
        <h1 className="text-h1-small">Overview</h1>
        <p className="text-muted">All times Kampala (EAT)</p>
      </div>
      <Stats data={loaderData} />
      <div className="admin-panels">
        {money && (
          <Panel
            id="money-in"
            title={<>Money in, {money.days.length} days</>}
            aside={<p className="text-secondary">{money.period.join(' and ')} collected by the gateway</p>}
          >
            <MoneyChart days={money.days} />
          </Panel>
        )}
        <Newest activity={loaderData.activity} />
      </div>
    </>
  )
}

/** At most seven figures, then the money tasks that wait. Each links to its page where the role may open one. */
function Stats({ data }: { data: LoaderData }) {
  const { people, applications, reports, inReview, waiting, money } = data
  return (
    <ul className="admin-stats">
      {applications && (
        <Stat
          icon="badge-check"
          label="Applications"
          value={applications.waiting}
          note={waitOf(applications.oldestHours)}
          late={applications.oldestHours !== null && applications.oldestHours >= PROMISED_HOURS}
          href={toAdmin.applications}
        />
      )}
      {reports && (
        <Stat
          icon="flag"
          label="Reports"
          value={reports.open}
          note={`${waitOf(reports.oldestHours)}${reports.urgent > 0 ? `, ${reports.urgent} urgent` : ''}`}
          late={reports.late}
          href={toAdmin.reports}
        />
      )}
      <Stat
        icon="eye"
        label="Creators shown"
        value={people.creatorsVisible}
        note={`${people.creatorsHiddenByFee} hidden, fee not paid`}
      />
      <Stat
        icon="ticket"
        label="Active passes"
        value={people.activePasses}
        note={`+${people.newPassesThisWeek} in 7 days; ${people.grantedAccess} more by grant`}
      />
      <Stat icon="users" label="Fans" value={people.fans} note={`+${people.newFansThisWeek} in 7 days`} />
      {money && <Stat icon="banknote" label="Money in today" value={money.today} note="Mobile money, card" />}
      {inReview !== null && (
        <Stat
          icon="flag"
          label="To check"
          value={inReview.all}
          note="Payments in review"
          late={inReview.all > 0}
          // Payments that we hold are decided under Refunds, all others under Reconciliation.
          href={inReview.all > inReview.held ? toAdmin.reconciliation : `${toAdmin.refunds}?filter=open`}
        />
      )}
      {waiting.map((tile) => (
        <Stat key={tile.label} {...tile} />
      ))}
    </ul>
  )
}

function waitOf(oldestHours: number | null): string {
  return oldestHours === null ? 'None waiting' : `Oldest: ${durationText(oldestHours)}`
}

function Newest({ activity }: Pick<LoaderData, 'activity'>) {
  return (
    <Panel
      id="newest"
      title="Activity"
      aside={
        <a className="link link-target" href={toAdmin.activity}>
          All activity
        </a>
      }
    >
      {activity.length === 0 ? (
        <p className="admin-panel-empty text-secondary">No activity yet.</p>
      ) : (
        <ul className="card-rows admin-newest">
          {activity.map((line) => (
            <li key={line.id}>
              <span className="grow">
                <b>{line.message}</b>
                {line.by && <span className="text-muted">by {line.by}</span>}
              </span>
              <time className="text-muted" dateTime={line.at}>
                {line.when}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
