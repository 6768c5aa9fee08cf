import { Outlet, useParams } from 'react-router'
import { avatarPath } from '#app/web/picture.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import { payoutNumber, ugxOf } from '#app/domain/payouts/payout.ts'
import { canResumePayouts, canRunPayout } from '#app/domain/payouts/policy.ts'
import {
  countPayouts,
  findLastRun,
  findSendingState,
  listAccountsToCheck,
  listPayableCreators,
  listPayoutsForStaff,
  PAYOUT_FILTERS,
  type PayableCreator,
  type PayoutFilter,
  type StaffPayoutRow,
} from '#app/domain/payouts/staff-queries.server.ts'
import { nextRunAt } from '#app/domain/payouts/friday.ts'
import { now } from '#app/platform/clock.ts'
import { payoutChip } from '#app/web/components/payout-chip.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import adminPayoutStylesUrl from '#app/web/admin/earnings/payouts.css?url'
import { answerPayoutList } from '#app/web/admin/earnings/payout-actions.server.ts'
import { PayoutsView } from './payouts-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/payouts'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:payouts.run', POST: 'staff:payouts.run' },
  title: 'Payouts',
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminPayoutStylesUrl }]

/** The payouts, what blocks them, and the creators who can be paid. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const filter = filterOf(url.searchParams.get('filter'))
  const [rows, counts, run, sending, accounts, creators, { withholdingPercentage }] = await Promise.all([
    listPayoutsForStaff(filter),
    countPayouts(),
    findLastRun(),
    findSendingState(),
    listAccountsToCheck(),
    listPayableCreators(),
    settings(),
  ])
  const page = {
    filter,
    filters: PAYOUT_FILTERS.map((name) => ({
      name,
      count: counts[name],
      active: name === filter,
      href: `${to.admin.payouts}?filter=${name}`,
    })),
    rows: rows.map((row) => rowOf(row, filter, params.payoutId ?? null)),
    run: run && {
      day: showDate(new Date(`${run.day}T09:00:00Z`)),
      net: formatMoney(ugxOf(run.netMinor)),
      done: `${run.done} of ${run.all} done`,
    },
    nextRun: showDateTime(nextRunAt(now())),
    paused: sending.paused,
    halt: sending.halt && { reason: sending.halt.reason, since: showDateTime(sending.halt.trippedAt) },
    mayResume: canResumePayouts(actor).allowed,
    accounts: accounts.map((account) => ({
      id: account.id,
      creator: account.creatorName,
      to: maskedAccount(account),
      name: account.accountName,
      since: showDateTime(account.confirmedAt),
      own: !canRunPayout(actor, account.creatorId).allowed,
    })),
    creators: creators.map((creator) => payableRow(creator, canRunPayout(actor, creator.creatorId).allowed)),
    ask: askOf(url, creators, withholdingPercentage > 0),
  }
  return page
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerPayoutList(request, context.get(personContext))
}

function filterOf(value: string | null): PayoutFilter {
  return PAYOUT_FILTERS.find((known) => known === value) ?? 'all'
}

function rowOf(row: StaffPayoutRow, filter: PayoutFilter, open: string | null) {
  const needsApproval = row.reason === 'approval' || row.reason === 'first_approval'
  return {
    id: row.id,
    href: `${to.admin.payout(row.id)}?filter=${filter}`,
    open: row.id === open,
    name: row.creatorName,
    avatar: row.avatarMediaId && avatarPath(row.avatarMediaId),
    number: payoutNumber(row.number),
    day: row.runDay ? showDate(new Date(`${row.runDay}T09:00:00Z`)) : showDate(row.createdAt),
    by: row.runDay ? 'Weekly run' : 'Outside the weekly run',
    net: formatMoney(ugxOf(row.netMinor)).replace('UGX\u00a0', ''),
    chip:
      row.state === 'pending' && needsApproval
        ? ({
            tone: 'warning',
            icon: 'shield-check',
            text: row.reason === 'approval' ? 'Two approvals' : 'Second approval',
          } as const)
        : row.state === 'unknown'
          ? ({ tone: 'warning', icon: 'search', text: 'Unknown' } as const)
          : row.state === 'completed' && row.reason === 'other_name'
            ? ({ tone: 'warning', icon: 'user-round', text: 'Other name' } as const)
            : payoutChip(row.state),
  }
}

const ACCOUNTS: Record<PayableCreator['account'], string | null> = {
  ready: null,
  none: 'No payout account',
  waiting: 'Name not checked yet',
  frozen: 'New account, waiting time',
  refused: 'Name not accepted',
}

function payableRow(creator: PayableCreator, allowed: boolean) {
  const blocked = allowed ? ACCOUNTS[creator.account] : 'Your own account'
  return {
    id: creator.creatorId,
    name: creator.creatorName,
    avatar: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    available: formatMoney(ugxOf(creator.availableMinor)),
    blocked,
    href: `${to.admin.payouts}?process=${creator.creatorId}`,
  }
}

function askOf(url: URL, creators: readonly PayableCreator[], isTaxed: boolean) {
  const process = creators.find((creator) => creator.creatorId === url.searchParams.get('process'))
  if (process)
    return {
      kind: 'process' as const,
      creatorId: process.creatorId,
      name: process.creatorName,
      available: formatMoney(ugxOf(process.availableMinor)),
      less: isTaxed ? 'the payout fee and the tax withheld' : 'the payout fee',
    }
  return url.searchParams.get('ask') === 'resume' ? { kind: 'resume' as const } : null
}

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { payoutId } = useParams()
  return (
    <PayoutsView page={loaderData} open={payoutId !== undefined}>
      <Outlet />
    </PayoutsView>
  )
}
